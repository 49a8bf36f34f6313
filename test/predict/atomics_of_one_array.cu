// Atomics on neighbouring addresses wait for each other in a slice of the L2, as
// much as they lie within 2048 bytes. Two accesses to one array reach as far as
// both together: twice the operations on twice the bytes take as long.
//
// RUN: kernelcast predict %s --gpu h200 --grid 4096 --block 32 --arg n=1600 --counts ast --format json | python3 %S/Inputs/part.py "atomics on neighbouring addresses" | FileCheck %s
// CHECK: once: [[TIME:[0-9.]+]] us
// CHECK: twice: [[TIME]] us

__global__ void once(float *sums, int n) {
  for (int i = threadIdx.x; i < n; i += 32)
    atomicAdd(&sums[i], 1.0f);
}

__global__ void twice(float *sums, int n) {
  float *others = sums + n;
  for (int i = threadIdx.x; i < n; i += 32) {
    atomicAdd(&sums[i], 1.0f);
    atomicAdd(&others[i], 1.0f);
  }
}
