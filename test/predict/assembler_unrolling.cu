// Loops that the assembler unrolls once more, told by the jumps of threads, as
// profilers count them: those of the loop, and the exit of the thread.
//
// RUN: kernelcast predict %s --gpu h100-sxm --grid 1 --block 256 --arg n=64 \
// RUN:   --arg step=1 --arg s=1 --format json | python3 %S/Inputs/jumps.py | FileCheck %s

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

// How often this loop runs takes a division to find out.
__global__ void stepping(int n, int step, float s, float *out) {
  float value = threadIdx.x;
  for (int i = 0; i < n; i += step)
    value = s * value + 1.0f;
  out[threadIdx.x] = value;
}
// CHECK-NOT: stepping: 7 jumps
// CHECK: stepping: {{[0-9]+}} jumps

// Nor are loops with accesses to shared memory.
__global__ void reading(int n, float *out) {
  __shared__ float tile[256];
  tile[threadIdx.x] = threadIdx.x;
  float value = 0;
  for (int i = 0; i < n; ++i)
    value += tile[(threadIdx.x + i) & 255];
  out[threadIdx.x] = value;
}
// CHECK: reading: 17 jumps
