// Atomic additions. Chains in which the value brought back is the next index
// show the latency; streams by full multiprocessors show the throughput, where
// thread t adds to cell (t >> shift) * stride: its own one (shift 0, stride 1),
// one a warp (shift 5) or the same for all (stride 0). What the stream leaves
// in the cells is the number of additions. -DCELL_FLOAT adds floats.
#include "clock.cuh"

#define STEPS 16

#ifdef CELL_FLOAT
typedef float Cell;
#else
typedef unsigned Cell;
#endif

extern __shared__ Cell shared[];

// The cells hold their own index, zero is 0: every step comes back to where it
// was, which the compiler cannot know.
extern "C" __global__ void chain_global(long long *ticks, Cell *cells,
                                        int iterations, Cell zero) {
  unsigned index = threadIdx.x;
  Ticks start = now();
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step)
      index = (unsigned)atomicAdd(&cells[index], zero);
  }
  record(ticks, start);
  cells[index] = (Cell)index;
}

extern "C" __global__ void chain_shared(long long *ticks, Cell *cells,
                                        int iterations, Cell zero) {
  unsigned index = threadIdx.x;
  shared[index] = cells[index];
  Ticks start = now();
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step)
      index = (unsigned)atomicAdd(&shared[index], zero);
  }
  record(ticks, start);
  cells[threadIdx.x] = shared[index];
}

extern "C" __global__ void __launch_bounds__(1024)
    stream_global(long long *ticks, Cell *cells, int iterations, Cell one,
                  int shift, int stride) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  int index = (thread >> shift) * stride;
  Ticks start = now();
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step)
      atomicAdd(&cells[index], one);
  }
  record(ticks, start);
}

// As above, but what the additions bring back is used.
extern "C" __global__ void __launch_bounds__(1024)
    fetch_global(long long *ticks, Cell *cells, Cell *out, int iterations,
                 Cell one, int shift, int stride) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  int index = (thread >> shift) * stride;
  Cell sum = 0;
  Ticks start = now();
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step)
      sum += atomicAdd(&cells[index], one);
  }
  record(ticks, start);
  out[thread] = sum;
}

// Cells of the block, added to the ones of all blocks at the end.
extern "C" __global__ void __launch_bounds__(1024)
    stream_shared(long long *ticks, Cell *cells, int iterations, Cell one,
                  int shift, int stride) {
  int index = (threadIdx.x >> shift) * stride;
  shared[threadIdx.x] = 0;
  Ticks start = now();
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step)
      atomicAdd(&shared[index], one);
  }
  record(ticks, start);
  atomicAdd(&cells[threadIdx.x], shared[threadIdx.x]);
}
