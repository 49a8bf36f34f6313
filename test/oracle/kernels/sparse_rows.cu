// Rows of a sparse matrix one behind the other: each thread walks its own row.
// Where it begins, how long it is and what it reads of x, the matrix decides.

__global__ void sparse_rows(const int *starts, const int *columns,
                            const float *values, const float *x, float *y,
                            int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n)
    return;
  float sum = 0;
  int end = starts[row + 1];
  for (int k = starts[row]; k < end; ++k) { // data
    float value = values[k];                // data
    sum += value * x[columns[k]];           // data
  }
  y[row] = sum;
}
