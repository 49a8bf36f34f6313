// Two warps.
//   atomicAdd(&sum, 1)      one word: 1 sector a warp
//   atomicAdd(&h[t % 8])    8 words: 1 sector a warp
//   atomicMax(&h[16 * t])   64 bytes apart: 32 sectors, 16 lines a warp
//   atomicAdd(&s[t % 8])    8 words in 8 banks: 1 cycle a warp
//   atomicAdd(&s[32 * (t % 8)])  8 words in one bank: 8 cycles a warp
//
// RUN: facts %s --grid 1 --block 64 | FileCheck %s
// CHECK: atomic atomicAdd(sum, 1) global 4 B warps 2 lanes 64 sectors 2 lines 2 transactions 2 exact
// CHECK: atomic atomicAdd(&h[t % 8], 1) global 4 B warps 2 lanes 64 sectors 2 lines 2 transactions 2 exact
// CHECK: atomic atomicMax(&h[16 * t], t) global 4 B warps 2 lanes 64 sectors 64 lines 32 transactions 64 exact
// CHECK: atomic atomicAdd(&s[t % 8], 1) shared 4 B warps 2 lanes 64 cycles 2 degree 1 exact
// CHECK: atomic atomicAdd(&s[32 * (t % 8)], 1) shared 4 B warps 2 lanes 64 cycles 16 degree 8 exact

__global__ void count(int *sum, int *h) {
  __shared__ int s[256];
  int t = threadIdx.x;
  atomicAdd(sum, 1);
  atomicAdd(&h[t % 8], 1);
  atomicMax(&h[16 * t], t);
  atomicAdd(&s[t % 8], 1);
  atomicAdd(&s[32 * (t % 8)], 1);
}
