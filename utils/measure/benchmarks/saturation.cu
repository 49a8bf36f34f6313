// Latency against load: every thread loads 4 or 16 bytes, waits for them and
// loads the next ones, all threads of the device side by side. With few warps
// the memory answers after its own latency; with more it delivers more a
// second, until it cannot and every load waits for the others.
#include "clock.cuh"

#define STEPS 4

// memory holds zeros; elements is a power of two.
extern "C" __global__ void __launch_bounds__(1024)
    load_4(long long *ticks, const int *memory, int *out, int iterations,
           int elements) {
  int threads = gridDim.x * blockDim.x;
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  int index = thread;
  Ticks start = now();
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step)
      index = (index + threads + memory[index]) & (elements - 1);
  }
  record(ticks, start);
  out[thread] = index;
}

extern "C" __global__ void __launch_bounds__(1024)
    load_16(long long *ticks, const int4 *memory, int *out, int iterations,
            int elements) {
  int threads = gridDim.x * blockDim.x;
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  int index = thread;
  Ticks start = now();
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step) {
      int4 value = memory[index];
      index = (index + threads + (value.x | value.y | value.z | value.w)) &
              (elements - 1);
    }
  }
  record(ticks, start);
  out[thread] = index;
}
