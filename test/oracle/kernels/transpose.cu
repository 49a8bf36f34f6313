// A matrix is transposed straight from global to global memory: one of the two
// accesses runs down a column, and touches a sector for each lane.

__global__ void transpose(const float *x, float *y, int w, int h) {
  int column = blockIdx.x * blockDim.x + threadIdx.x,
      row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < w && row < h)
    y[column * h + row] = x[row * w + column];
}
