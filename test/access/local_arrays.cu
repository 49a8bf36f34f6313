// Local arrays live in registers while every index is a constant after
// unrolling; then there is nothing to access. An index that a thread computes
// makes the array local memory.
//
// RUN: facts %s --kernel unrolled --grid 1 --block 32 | FileCheck %s --check-prefix=UNROLLED --implicit-check-not=local
// UNROLLED: kernel unrolled modelled
// UNROLLED: load in[4 * t + k] global 4 B
//
// RUN: facts %s --kernel indexed --grid 1 --block 32 | FileCheck %s --check-prefix=INDEXED
// INDEXED: load a[in[t]{{.*}} local 4 B warps 1 lanes 32

__global__ void unrolled(const float *in, float *out) {
  int t = threadIdx.x;
  float a[4];
#pragma unroll
  for (int k = 0; k < 4; ++k)
    a[k] = in[4 * t + k];
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 4; ++k)
    sum += a[3 - k] * a[k];
  out[t] = sum;
}

__global__ void indexed(const int *in, float *out) {
  int t = threadIdx.x;
  float a[4] = {1, 2, 3, 4};
  out[t] = a[in[t] & 3];
}
