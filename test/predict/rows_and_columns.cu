// A matrix that the L2 holds comes from memory once, however often and in
// whatever order it is read: 1024 x 1024 floats by rows and by columns are
// 131072 sectors, with the 128 of x. What is written are 128.
// RUN: kernelcast predict %s --gpu rtx-2080-ti --grid 16 --block 64 --arg n=1024 --format json | FileCheck %s
// CHECK: "dram_read_sectors": {{1312[0-9][0-9](\.|,|$)}}
// CHECK: "dram_write_sectors": 128{{(\.|,|$)}}
__global__ void matrix_vector(const float *a, const float *x, float *y, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float by_row = 0, by_column = 0;
  for (int k = 0; k < n; ++k) {
    by_row += a[row * n + k] * x[k];
    by_column += a[k * n + row] * x[k];
  }
  y[row] = by_row + by_column;
}
