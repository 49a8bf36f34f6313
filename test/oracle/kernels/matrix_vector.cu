// A thread for each row. Row by row in memory, the lanes stand a whole row
// apart; column by column they stand side by side.

__global__ void matrix_vector(const float *a, const float *x, float *y, int m,
                              int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m)
    return;
  float by_row = 0, by_column = 0;
  for (int k = 0; k < n; ++k) {
    by_row += a[row * n + k] * x[k];
    by_column += a[k * m + row] * x[k];
  }
  y[row] = by_row + by_column;
}
