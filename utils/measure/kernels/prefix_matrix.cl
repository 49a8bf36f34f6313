// Prefix sums along the rows and along the columns of a matrix, each by one
// work-item in sequence. The work-items of a warp read a whole row apart, or
// side by side: 32 sectors an access against 4.

__kernel void prefix_rows(int rows, int columns, __global const float *in,
                          __global float *out) {
  int row = get_group_id(0) * get_local_size(0) + get_local_id(0);
  if (row < rows) {
    float sum = 0.0f;
    for (int column = 0; column < columns; ++column) {
      sum += in[row * columns + column];
      out[row * columns + column] = sum;
    }
  }
}

__kernel void prefix_columns(int rows, int columns, __global const float *in,
                             __global float *out) {
  int column = get_group_id(0) * get_local_size(0) + get_local_id(0);
  if (column < columns) {
    float sum = 0.0f;
    for (int row = 0; row < rows; ++row) {
      sum += in[row * columns + column];
      out[row * columns + column] = sum;
    }
  }
}
