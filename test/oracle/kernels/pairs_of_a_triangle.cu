// The k-th pair (i, j) with i < j: a thread counts rows off until its pair is
// in reach.

__global__ void pairs_of_a_triangle(const float *x, float *y, int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x, i = 0;
  if (k >= n * (n - 1) / 2)
    return;
  int left = k;
  while (left >= n - 1 - i) {
    left -= n - 1 - i;
    ++i;
  }
  y[k] = x[i] * x[i + 1 + left];
}
