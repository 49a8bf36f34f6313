// y = A x for a sparse matrix in the ELLPACK format: every row padded to the
// longest one's width and stored column by column, so that a row a thread reads
// coalesced. Padding has column -1: it costs its bytes and a divergent branch.

extern "C" __global__ void spmv_ell(int rows, int width, const int *columns,
                                    const float *values, const float *x,
                                    float *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float sum = 0;
    for (int j = 0; j < width; ++j) {
      int column = columns[j * rows + row];
      if (column >= 0)
        sum += values[j * rows + row] * x[column];
    }
    y[row] = sum;
  }
}
