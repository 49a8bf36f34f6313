// How many misses one multiprocessor can have under way. Each thread of a
// single block has LOADS independent loads in flight, every one of them to a
// line of its own at a scattered place, and the block waits for all of them
// before the next round: a round takes one latency as long as all requests fit,
// and longer once some must wait for others.
#include "clock.cuh"

#ifndef LOADS
#define LOADS 1
#endif

// memory holds zeros; lines, of 32 words, is a power of two.
extern "C" __global__ void __launch_bounds__(1024)
    outstanding(long long *ticks, const int *memory, int *out, int iterations,
                int lines) {
  unsigned request = threadIdx.x * LOADS, round = 0;
  Ticks start = now();
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
    int values[LOADS];
#pragma unroll
    for (int load = 0; load < LOADS; ++load) {
      // An odd factor: no two requests of a round meet in a line.
      unsigned line = (request + load + round) * 2654435761u & (lines - 1);
      values[load] = memory[line * 32];
    }
    int sum = 0;
#pragma unroll
    for (int load = 0; load < LOADS; ++load)
      sum += values[load];
    round += blockDim.x * LOADS + sum;
    __syncthreads();
  }
  record(ticks, start);
  out[threadIdx.x] = round;
}
