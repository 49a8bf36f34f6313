// Issue rate: CHAINS independent chains of multiply-adds a thread, or with
// -DMIXED of a multiply-add and an integer addition by turns, so that no single
// unit limits. Launched with 1 warp to all warps of a multiprocessor.
#include "clock.cuh"

#ifndef CHAINS
#define CHAINS 1
#endif
#define STEPS 32

extern "C" __global__ void __launch_bounds__(1024)
    issue(long long *ticks, float *out, int iterations, float first, float y,
          float z, unsigned k) {
  float a[CHAINS];
  unsigned b[CHAINS], c[CHAINS];
#pragma unroll
  for (int chain = 0; chain < CHAINS; ++chain) {
    a[chain] = first * (float)(threadIdx.x + chain);
    b[chain] = threadIdx.x + chain;
    c[chain] = k;
  }
  Ticks start = now();
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step) {
#pragma unroll
      for (int chain = 0; chain < CHAINS; ++chain)
        a[chain] = fma(a[chain], y, z);
#ifdef MIXED
#pragma unroll
      for (int chain = 0; chain < CHAINS; ++chain)
        if (step % 2)
          b[chain] += c[chain];
        else
          c[chain] += b[chain];
#endif
    }
  }
  record(ticks, start);
  float sum = 0;
#pragma unroll
  for (int chain = 0; chain < CHAINS; ++chain)
    sum += a[chain] + (float)(b[chain] ^ c[chain]);
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
