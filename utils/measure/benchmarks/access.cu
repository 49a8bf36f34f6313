// Accesses by class, as an analytical model tells them apart: all threads touch
// one element (constant), neighbours touch neighbours (continuous), or elements
// of a short interval over and over (interval), or elements that lie anywhere
// (complex). Element e of thread t is (t * scale mod period) + a uniform step.
#include "clock.cuh"

#define STEPS 8
#define SHARED_WORDS 4096

static __device__ inline int place(int scale, int period) {
  long long thread = blockIdx.x * blockDim.x + threadIdx.x;
  return (int)(thread * scale % period);
}

// elements is a power of two, and so is SHARED_WORDS.
extern "C" __global__ void global_read(long long *ticks, int *memory, int *out,
                                       int iterations, int elements, int scale,
                                       int period) {
  int index = place(scale, period), sum = 0;
  Ticks start = now();
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step)
      sum += memory[(index + (i * STEPS + step) * 32) & (elements - 1)];
  }
  record(ticks, start);
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Threads of one element write the same value to it.
extern "C" __global__ void global_write(long long *ticks, int *memory, int *out,
                                        int iterations, int elements, int scale,
                                        int period) {
  int index = place(scale, period);
  Ticks start = now();
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step)
      memory[(index + (i * STEPS + step) * 32) & (elements - 1)] = 0;
  }
  record(ticks, start);
  out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}

extern "C" __global__ void shared_read(long long *ticks, int *memory, int *out,
                                       int iterations, int elements, int scale,
                                       int period) {
  __shared__ int shared[SHARED_WORDS];
  int index = place(scale, period), sum = 0;
  for (int i = threadIdx.x; i < SHARED_WORDS; i += blockDim.x)
    shared[i] = memory[i & (elements - 1)];
  Ticks start = now();
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step)
      sum += shared[(index + (i * STEPS + step) * 32) & (SHARED_WORDS - 1)];
  }
  record(ticks, start);
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

extern "C" __global__ void shared_write(long long *ticks, int *memory, int *out,
                                        int iterations, int elements, int scale,
                                        int period) {
  __shared__ int shared[SHARED_WORDS];
  int index = place(scale, period);
  for (int i = threadIdx.x; i < SHARED_WORDS; i += blockDim.x)
    shared[i] = memory[i & (elements - 1)];
  Ticks start = now();
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step)
      shared[(index + (i * STEPS + step) * 32) & (SHARED_WORDS - 1)] = 0;
  }
  record(ticks, start);
  out[blockIdx.x * blockDim.x + threadIdx.x] = shared[threadIdx.x];
}
