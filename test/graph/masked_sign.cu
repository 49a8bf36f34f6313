// Of a number with a sign, whether it has bits above the lowest 32 is whether it
// is negative here: threads 0 to 39 store, 0 to 39 divided by 64 is one element,
// and other threads load it. As a comparison of numbers without a sign, the test
// may not lose those that are negative.
//
// RUN: kernelcast graph %s --kernel masked --what pdg | FileCheck %s
// CHECK-DAG: s perhaps by two threads of a block
// CHECK-DAG: s perhaps by one thread
//
// Nor may a quotient: that of what was -40 to -1 is 2^54 - 1, so that the same
// threads store.
// RUN: kernelcast graph %s --kernel divided --what pdg | FileCheck %s

__global__ void masked(int *out) {
  __shared__ int s[160];
  long long number = (long long)threadIdx.x - 40;
  if ((number & ~0xffffffffLL) != 0)
    s[threadIdx.x / 64] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void divided(int *out) {
  __shared__ int s[160];
  unsigned long long number = (long long)threadIdx.x - 40;
  if (number / 1024 == (1ULL << 54) - 1)
    s[threadIdx.x / 64] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
