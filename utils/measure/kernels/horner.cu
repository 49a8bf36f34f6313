// A polynomial at CHAINS points a thread by Horner's rule: each chain is one
// dependent multiply-add after the other, the chains are independent of each
// other. With few warps the time falls with CHAINS until the units are busy.
#ifndef CHAINS
#define CHAINS 4
#endif

extern "C" __global__ void horner(int n, int degree, const float *coefficient,
                                  const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int threads = gridDim.x * blockDim.x;
  float point[CHAINS], value[CHAINS];
#pragma unroll
  for (int c = 0; c < CHAINS; ++c) {
    point[c] = i + c * threads < n ? x[i + c * threads] : 0.0f;
    value[c] = coefficient[degree];
  }
  for (int k = degree - 1; k >= 0; --k) {
    float a = coefficient[k];
#pragma unroll
    for (int c = 0; c < CHAINS; ++c)
      value[c] = value[c] * point[c] + a;
  }
#pragma unroll
  for (int c = 0; c < CHAINS; ++c)
    if (i + c * threads < n)
      y[i + c * threads] = value[c];
}
