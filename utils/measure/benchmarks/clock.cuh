// The clocks that a multiprocessor has, read around the timed part of a kernel:
// its own cycles, and nanoseconds that all multiprocessors share (how often
// that one ticks depends on the GPU: from 32 ns to about a microsecond). The
// barriers keep the whole block inside the timed part.
#ifndef MEASURE_CLOCK_CUH
#define MEASURE_CLOCK_CUH

struct Ticks {
  long long cycles, nanoseconds;
};

static __device__ inline Ticks now() {
  Ticks ticks = {0, 0};
  __syncthreads();
#ifdef __CUDA_ARCH__
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ticks.nanoseconds));
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(ticks.cycles)::"memory");
#endif
  return ticks;
}

// Leaves the block's start and end in both clocks.
static __device__ inline void record(long long *ticks, Ticks start) {
  Ticks end = now();
  if (threadIdx.x == 0) {
    ticks[4 * blockIdx.x] = start.cycles;
    ticks[4 * blockIdx.x + 1] = end.cycles;
    ticks[4 * blockIdx.x + 2] = start.nanoseconds;
    ticks[4 * blockIdx.x + 3] = end.nanoseconds;
  }
}

#endif // MEASURE_CLOCK_CUH
