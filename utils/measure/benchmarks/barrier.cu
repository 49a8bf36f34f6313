// Barriers one after another, by the threads of a block.
#include "clock.cuh"

#define STEPS 8

extern "C" __global__ void barriers(long long *ticks, int *out,
                                    int iterations) {
  Ticks start = now();
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step)
      __syncthreads();
  }
  record(ticks, start);
  out[blockIdx.x * blockDim.x + threadIdx.x] = iterations;
}
