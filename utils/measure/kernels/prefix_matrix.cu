// Prefix sums along the rows and along the columns of a matrix, each by one
// thread in sequence. The threads of a warp read a whole row apart, or side by
// side: 32 sectors an access against 4.

extern "C" __global__ void prefix_rows(int rows, int columns, const float *in,
                                       float *out) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float sum = 0.0f;
    for (int column = 0; column < columns; ++column) {
      sum += in[row * columns + column];
      out[row * columns + column] = sum;
    }
  }
}

extern "C" __global__ void prefix_columns(int rows, int columns,
                                          const float *in, float *out) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column < columns) {
    float sum = 0.0f;
    for (int row = 0; row < rows; ++row) {
      sum += in[row * columns + column];
      out[row * columns + column] = sum;
    }
  }
}
