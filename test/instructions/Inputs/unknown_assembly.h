__device__ inline void waits() {
  asm volatile("multimem.st.global.u32 [0], 1;");
}
