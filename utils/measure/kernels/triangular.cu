// syrk_lower: the lower half of C = A A^T + C; threads above the diagonal leave
// at once, so that nearly half of the blocks are empty.
// triangular_matrix_vector: y = L x, a thread's loop as long as its row: the
// last rows take twice the mean, the first rows almost nothing.

extern "C" __global__ void syrk_lower(int n, int k, const float *a, float *c) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && column <= row) {
    float sum = 0;
    for (int p = 0; p < k; ++p)
      sum += a[row * k + p] * a[column * k + p];
    c[row * n + column] += sum;
  }
}

extern "C" __global__ void triangular_matrix_vector(int n, const float *lower,
                                                    const float *x, float *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n) {
    float sum = 0;
    for (int column = 0; column <= row; ++column)
      sum += lower[row * n + column] * x[column];
    y[row] = sum;
  }
}
