// Addresses, branches and loops that follow loaded values: bounds at best, and
// never a wrong exact. What does not depend on data stays exact.

__global__ void data_dependent(const float *x, float *y,
                           const int *idx, int n) { // data
  int i = (blockIdx.x * blockDim.x + threadIdx.x), t = threadIdx.x;
  y[i] = x[idx[i]]; // data
  if (idx[i] > 30) // data
    y[i + 256] = x[i * 2]; // data
  else if (t < 8) // data
    y[i + 512] = x[idx[t]]; // data
  for (int k = 0; k < idx[t * 2]; ++k) // data
    y[1024 + t] += x[k]; // data
  for (int k = 0; k < n; ++k) { // data
    if (idx[k] == t) // data
      break;
    y[2048 + i] = x[k]; // data
  }
  if (i < n && idx[i + 1] < n) // data
    y[idx[i] + 3000] = 1; // data
  y[3500 + t] = x[idx[0] + t]; // data
}
