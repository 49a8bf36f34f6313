// Rows of a sparse matrix padded to one length and stored side by side: only
// what they read of x is left to the data.

__global__ void padded_rows(const int *columns, const float *values,
                            const float *x, float *y, int n, int width) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n)
    return;
  float sum = 0;
  for (int k = 0; k < width; ++k) {
    int column = columns[k * n + row];
    sum += values[k * n + row] * x[column]; // data
  }
  y[row] = sum;
}
