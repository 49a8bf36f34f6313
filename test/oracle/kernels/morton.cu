// The Z curve: the bits of column and row take turns in the address, so that
// blocks of 2, 4, 8, ... points on a side are contiguous.

__device__ unsigned spread(unsigned v) {
  v = (v | v << 4) & 0x0f0f;
  v = (v | v << 2) & 0x3333;
  return (v | v << 1) & 0x5555;
}

__global__ void morton(const float *x, float *y) {
  int column = blockIdx.x * blockDim.x + threadIdx.x,
      row = blockIdx.y * blockDim.y + threadIdx.y;
  y[spread(column) | spread(row) << 1] = x[row * 16 + column];
}
