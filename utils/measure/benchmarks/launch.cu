// Kernels that do nothing, or one thing for a known time: what remains is the
// launch, and the change from one block to the next. `spin` shows the clock.
#include "clock.cuh"

#define STEPS 64

static __device__ inline float chain(int iterations, float y, float z) {
  float a = y * (float)threadIdx.x;
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step)
      a = fma(a, y, z);
  }
  return a;
}

extern "C" __global__ void empty() {}

// The chain never gets to -1, but only the chain can tell.
extern "C" __global__ void work(float *out, int iterations, float y, float z) {
  float a = chain(iterations, y, z);
  if (a == -1)
    *out = a;
}

extern "C" __global__ void spin(long long *ticks, float *out, int iterations,
                                float y, float z) {
  Ticks start = now();
  float a = chain(iterations, y, z);
  record(ticks, start);
  if (a == -1)
    *out = a;
}

// Waits for the L2 again and again, which many warps can do side by side.
extern "C" __global__ void wait_for_memory(volatile int *zeros, int *out,
                                           int iterations) {
  int index = blockIdx.x * 32;
#pragma unroll 1
  for (int i = 0; i < iterations; ++i)
    index += zeros[index];
  if (index < 0)
    *out = index;
}
