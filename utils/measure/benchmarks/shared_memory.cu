// Shared memory. A chase of dependent loads whose lanes lie `stride` words
// apart shows the latency and what bank conflicts add to it; streams of
// independent reads and writes, by all warps of full multiprocessors, show the
// bandwidth and what conflicts take from it. Stride 0 is a broadcast.
#include "clock.cuh"

#define STEPS 16
// Between the accesses of one iteration, in words: the same bank, and never
// neighbours that the compiler could fetch at once.
#define APART 64

extern __shared__ unsigned shared[];

// Every word holds the byte offset of the word that lies `advance` behind it.
extern "C" __global__ void chase_shared(long long *ticks, unsigned *out,
                                        int iterations, int words, int stride,
                                        int advance) {
  for (int i = threadIdx.x; i < words; i += blockDim.x)
    shared[i] = 4 * ((i + advance) % words);
  unsigned offset = 4 * (threadIdx.x * stride % words);
  Ticks start = now();
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step)
      offset = *(const unsigned *)((const char *)shared + offset);
  }
  record(ticks, start);
  out[blockIdx.x * blockDim.x + threadIdx.x] = offset;
}

// words is a power of two; the array has STEPS * APART words more.
extern "C" __global__ void __launch_bounds__(1024)
    read_shared(long long *ticks, unsigned *out, int iterations, int words,
                int stride) {
  for (int i = threadIdx.x; i < words + STEPS * APART; i += blockDim.x)
    shared[i] = i;
  int index = threadIdx.x * stride & (words - 1);
  unsigned sum = 0;
  Ticks start = now();
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step)
      sum += shared[index + step * APART];
    index = (index + 32) & (words - 1);
  }
  record(ticks, start);
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Warps overwrite each other's words: only the time counts here.
extern "C" __global__ void __launch_bounds__(1024)
    write_shared(long long *ticks, unsigned *out, int iterations, int words,
                 int stride) {
  for (int i = threadIdx.x; i < words + STEPS * APART; i += blockDim.x)
    shared[i] = 0;
  int index = threadIdx.x * stride & (words - 1);
  Ticks start = now();
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step)
      shared[index + step * APART] = i;
    index = (index + 32) & (words - 1);
  }
  record(ticks, start);
  out[blockIdx.x * blockDim.x + threadIdx.x] =
      shared[threadIdx.x * stride & (words - 1)];
}
