// The first ACCUMULATORS moments of each thread's samples in one pass: as many
// sums stay in registers throughout the loop, so that from some number on fewer
// warps fit on a multiprocessor (and at last the sums spill to local memory).
#ifndef ACCUMULATORS
#define ACCUMULATORS 32
#endif

extern "C" __global__ void register_heavy(int n, int steps, const float *in,
                                          float *moments) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float sum[ACCUMULATORS];
#pragma unroll
  for (int k = 0; k < ACCUMULATORS; ++k)
    sum[k] = 0.0f;
  for (int step = 0; step < steps; ++step) {
    float value = in[step * n + i];
    float power = value;
#pragma unroll
    for (int k = 0; k < ACCUMULATORS; ++k) {
      sum[k] += power;
      power *= value;
    }
  }
#pragma unroll
  for (int k = 0; k < ACCUMULATORS; ++k)
    moments[k * n + i] = sum[k];
}
