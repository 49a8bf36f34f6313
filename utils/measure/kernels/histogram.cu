// Counts how often each of BINS values occurs; what is below 0 counts as 0. All
// threads count with atomics in global memory, or each block first in shared
// memory. How many threads meet at one counter depends on the data: how many
// values are below 0.

#ifndef BINS
#define BINS 256
#endif

extern "C" __global__ void histogram_global(int n, const int *values,
                                            unsigned *counts) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&counts[max(values[i], 0)], 1u);
}

// A fixed grid walks over the values; every block adds its counts at the end.
extern "C" __global__ void histogram_shared(int n, const int *values,
                                            unsigned *counts) {
  __shared__ unsigned mine[BINS];
  int t = threadIdx.x, threads = blockDim.x;
  for (int bin = t; bin < BINS; bin += threads)
    mine[bin] = 0;
  __syncthreads();
  for (int i = blockIdx.x * threads + t; i < n; i += threads * gridDim.x)
    atomicAdd(&mine[max(values[i], 0)], 1u);
  __syncthreads();
  for (int bin = t; bin < BINS; bin += threads)
    atomicAdd(&counts[bin], mine[bin]);
}
