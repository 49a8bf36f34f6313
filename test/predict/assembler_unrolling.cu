// Loops that the assembler unrolls once more, told by the jumps of threads, as
// profilers count them: those of the loop, and the exit of the thread.
//
// RUN: kernelcast predict %s --gpu h100-sxm --grid 1 --block 256 --arg n=64 \
// RUN:   --arg s=1 --format json | python3 %S/Inputs/jumps.py | FileCheck %s

// 64 iterations are 16 of four copies, and four of four times four; with two
// jumps around them and the exit 7: the counter of an H100 for Horner's rule of
// degree 64. In 16 iterations counting takes two integer operations.
__global__ void chain(int n, float s, float *out) {
  float value = threadIdx.x;
  for (int i = 0; i < n; ++i)
    value = s * value + 1.0f;
  out[threadIdx.x] = value;
}
// CHECK: chain: 7 jumps

// Twelve operations, four times, and the end are more than are unrolled: 16
// iterations of four copies and the exit.
__global__ void longer(int n, float s, float *out) {
  float value = threadIdx.x;
  for (int i = 0; i < n; ++i) {
#pragma unroll
    for (int k = 0; k < 12; ++k)
      value = s * value + 1.0f;
  }
  out[threadIdx.x] = value;
}
// CHECK: longer: 17 jumps

// The source says how many copies there shall be, and the compiler passes on
// that there shall be no more.
__global__ void asked(int n, float s, float *out) {
  float value = threadIdx.x;
#pragma unroll 4
  for (int i = 0; i < n; ++i)
    value = s * value + 1.0f;
  out[threadIdx.x] = value;
}
// CHECK: asked: 17 jumps

// 63 jumps back, and the exit.
__global__ void left(int n, float s, float *out) {
  float value = threadIdx.x;
#pragma unroll 1
  for (int i = 0; i < n; ++i)
    value = s * value + 1.0f;
  out[threadIdx.x] = value;
}
// CHECK: left: 64 jumps

// Without loads from global memory, four from shared memory are too many.
__global__ void reading(int n, float *out) {
  __shared__ float tile[256];
  tile[threadIdx.x] = threadIdx.x;
  float value = 0;
  for (int i = 0; i < n; ++i)
    value += tile[(threadIdx.x + i) & 255];
  out[threadIdx.x] = value;
}
// CHECK: reading: 17 jumps

// Of an unsigned counter that may overflow the compiler leaves one copy, and the
// assembler makes four: 22 iterations have five or six jumps, not 22, with two
// around them.
__global__ void overflowing(unsigned n, float s, float *out) {
  float value = threadIdx.x;
  for (unsigned i = 0; i < n; i += 3)
    value = s * value + out[i];
  out[threadIdx.x] = value;
}
// CHECK: overflowing: {{[78]}}

// An index that may wrap around is a number beside the counter, and nvcc ends the
// loop by the counter's sum with what is left, through which the assembler does
// not see: 16 iterations of four copies and the exit.
__global__ void wrapping(int n, float s, float *out) {
  float value = threadIdx.x;
  for (int i = 0; i < n; ++i)
    value += s * out[threadIdx.x * n + i];
  out[threadIdx.x] = value;
}
// CHECK: wrapping: 17 jumps
