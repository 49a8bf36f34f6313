// Programs define the atomic functions that the vendor's headers lack, for
// signed words of 64 bits and for `unsigned long`, and mean their own; who does
// not define them gets the instruction all the same.
//   one word for all lanes            1 sector
//   8 bytes a lane, 16 lanes a line   8 sectors, 2 lines
//
// RUN: facts %s 2>&1 | FileCheck %s --implicit-check-not=error:
// CHECK: kernel own modelled
// CHECK: atomic {{.*}} global 8 B warps 1 lanes 32 sectors 1 lines 1 transactions 1 exact
// CHECK: atomic {{.*}} global 8 B warps 1 lanes 32 sectors 8 lines 2 transactions 8 exact
// CHECK: kernel given modelled
// CHECK: atomic {{.*}} global 8 B warps 1 lanes 32 sectors 8 lines 2 transactions 8 exact

__device__ long long atomicAdd(long long *at, long long by) {
  return (long long)atomicAdd((unsigned long long *)at, (unsigned long long)by);
}
__device__ unsigned long atomicAdd(unsigned long *at, unsigned long by) {
  return atomicAdd((unsigned long long *)at, (unsigned long long)by);
}
__global__ void own(long long *sum, size_t *counts) {
  atomicAdd(sum, 1ll);
  atomicAdd(counts + threadIdx.x, size_t(1));
}
__global__ void given(size_t *counts) {
  atomicMax(counts + threadIdx.x, size_t(1));
}

void run(long long *sum, size_t *counts) {
  own<<<1, 32>>>(sum, counts);
  given<<<1, 32>>>(counts);
}
