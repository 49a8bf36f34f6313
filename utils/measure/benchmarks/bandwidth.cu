// Streams of 16 bytes a thread, all of a block's accesses coalesced.
// read_memory: every block walks the whole working set, each from a place of
// its own, round and round: what fits the L1 comes from there, what fits the L2
// from there, and blocks never find in the L2 what another has just fetched
// unless the L2 holds the whole set. write_memory and copy_memory: every block
// has a region of its own, for two must not write the same word.
#include "clock.cuh"

// Accesses in flight a thread.
#define LOADS 8

// elements is a power of two.
extern "C" __global__ void __launch_bounds__(1024)
    read_memory(long long *ticks, const float4 *memory, float *out,
                int iterations, int elements) {
  int mask = elements - 1;
  int start = (int)((long long)elements * blockIdx.x / gridDim.x);
  int index = start + threadIdx.x;
  float sum = 0;
  Ticks begin = now();
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
    float4 values[LOADS];
#pragma unroll
    for (int load = 0; load < LOADS; ++load)
      values[load] = memory[(index + load * blockDim.x) & mask];
#pragma unroll
    for (int load = 0; load < LOADS; ++load)
      sum +=
          (values[load].x + values[load].y) + (values[load].z + values[load].w);
    index = (index + LOADS * blockDim.x) & mask;
  }
  record(ticks, begin);
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// region, the elements of a block, is a power of two and at least LOADS times
// the threads of one.
extern "C" __global__ void __launch_bounds__(1024)
    write_memory(long long *ticks, float4 *memory, int iterations, int region) {
  float4 *mine = memory + (long long)region * blockIdx.x;
  int index = threadIdx.x;
  Ticks begin = now();
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
    float4 value = make_float4(i, i, i, i);
#pragma unroll
    for (int store = 0; store < LOADS; ++store)
      mine[(index + store * blockDim.x) & (region - 1)] = value;
    index = (index + LOADS * blockDim.x) & (region - 1);
  }
  record(ticks, begin);
}

extern "C" __global__ void __launch_bounds__(1024)
    copy_memory(long long *ticks, const float4 *from, float4 *to,
                int iterations, int region) {
  const float4 *source = from + (long long)region * blockIdx.x;
  float4 *target = to + (long long)region * blockIdx.x;
  int index = threadIdx.x;
  Ticks begin = now();
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
    float4 values[LOADS];
#pragma unroll
    for (int load = 0; load < LOADS; ++load)
      values[load] = source[(index + load * blockDim.x) & (region - 1)];
#pragma unroll
    for (int store = 0; store < LOADS; ++store)
      target[(index + store * blockDim.x) & (region - 1)] = values[store];
    index = (index + LOADS * blockDim.x) & (region - 1);
  }
  record(ticks, begin);
}
