__device__ inline void waits() {
  asm volatile("tcgen05.wait::ld.sync.aligned;");
}
