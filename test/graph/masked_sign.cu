// Of a number with a sign, whether it has bits above the lowest 32 is whether it
// is negative here: threads 0 to 39 store, 0 to 39 divided by 64 is one element,
// and other threads load it. As a comparison of numbers without a sign, the test
// may not lose those that are negative.
//
// RUN: kernelcast graph %s --what pdg | FileCheck %s
// CHECK-DAG: s perhaps by two threads of a block
// CHECK-DAG: s perhaps by one thread

__global__ void kernel(int *out) {
  __shared__ int s[160];
  long long number = (long long)threadIdx.x - 40;
  if ((number & ~0xffffffffLL) != 0)
    s[threadIdx.x / 64] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
