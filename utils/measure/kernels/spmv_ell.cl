// y = A x for a sparse matrix in the ELLPACK format: every row padded to the
// longest one's width and stored column by column, so that a row a work-item
// reads coalesced. Padding, column -1, costs its bytes and a divergent branch.

__kernel void spmv_ell(int rows, int width, __global const int *columns,
                       __global const float *values, __global const float *x,
                       __global float *y) {
  int row = get_global_id(0);
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
