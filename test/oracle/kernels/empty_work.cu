// Nothing to do: bounds that leave no thread, loops that never begin, a block
// of one lane.

__global__ void empty_work(const float *x, float *y, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = m; k < 0; ++k)
    sum += x[-k];
  for (int k = 0; k < m - i; ++k)
    for (int j = k; j < n - 64; ++j)
      sum += x[j + k];
  if (i < n)
    y[i] = sum;
  if (i >= n && i < m)
    y[i] = -1;
}
