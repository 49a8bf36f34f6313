// Loads that wait or do not: pointer_chase follows a chain through an array of
// indexes, each load needs the one before, so that a warp's time is the latency
// of the level that holds the array times the number of steps.
// independent_loads has UNROLL loads in flight before it uses the first.
#ifndef UNROLL
#define UNROLL 4
#endif

extern "C" __global__ void pointer_chase(int threads, int n, int steps,
                                         const int *next, int *last) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= threads)
    return;
  int at = i % n;
  for (int step = 0; step < steps; ++step)
    at = next[at];
  last[i] = at;
}

extern "C" __global__ void independent_loads(int n, const float *in,
                                             float *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int threads = gridDim.x * blockDim.x;
  float total = 0.0f;
  int j = i;
  // Not unrolled further, so that UNROLL alone says how many loads are under
  // way.
#pragma unroll 1
  for (; j + (UNROLL - 1) * threads < n; j += UNROLL * threads) {
    float value[UNROLL];
#pragma unroll
    for (int k = 0; k < UNROLL; ++k)
      value[k] = in[j + k * threads];
#pragma unroll
    for (int k = 0; k < UNROLL; ++k)
      total += value[k];
  }
#pragma unroll 1
  for (; j < n; j += threads)
    total += in[j];
  sum[i] = total;
}
