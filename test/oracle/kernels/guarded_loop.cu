// A guard skips other lanes in every iteration.

__global__ void guarded_loop(const float *x, float *y, int n) {
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    if ((t + k) % 3 != 0)
      sum += x[t * 5 + k];
    if (k > t)
      sum += x[k * 64 + t];
    else
      sum -= x[k];
  }
  y[blockIdx.x * 64 + t] = sum;
}
