// Addresses, branches and loops that follow loaded values: bounds at best, and
// never a wrong exact. What does not depend on data stays exact.

__global__ void data_dependent(const float *x, float *y,
                           const int *idx, int n) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x), t = threadIdx.x;
  y[i] = x[idx[i]];
  if (idx[i] > 30)
    y[i + 256] = x[i * 2];
  else if (t < 8)
    y[i + 512] = x[idx[t]];
  for (int k = 0; k < idx[t * 2]; ++k)
    y[1024 + t] += x[k];
  for (int k = 0; k < n; ++k) {
    if (idx[k] == t)
      break;
    y[2048 + i] = x[k];
  }
  if (i < n && idx[i + 1] < n)
    y[idx[i] + 3000] = 1;
  y[3500 + t] = x[idx[0] + t];
}
