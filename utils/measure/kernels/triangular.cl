// syrk_lower: the lower half of C = A A^T + C; work-items above the diagonal
// leave at once, so that nearly half of the groups are empty.
// triangular_matrix_vector: y = L x, a work-item's loop as long as its row: the
// last rows take twice the mean, the first rows almost nothing.

__kernel void syrk_lower(int n, int k, __global const float *a,
                         __global float *c) {
  int column = get_global_id(0);
  int row = get_global_id(1);
  if (row < n && column <= row) {
    float sum = 0;
    for (int p = 0; p < k; ++p)
      sum += a[row * k + p] * a[column * k + p];
    c[row * n + column] += sum;
  }
}

__kernel void triangular_matrix_vector(int n, __global const float *lower,
                                       __global const float *x,
                                       __global float *y) {
  int row = get_global_id(0);
  if (row < n) {
    float sum = 0;
    for (int column = 0; column <= row; ++column)
      sum += lower[row * n + column] * x[column];
    y[row] = sum;
  }
}
