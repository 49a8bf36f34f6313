// Every row of a tile is turned by one column more than the row above it:
// rows, columns and diagonals all spread over the banks.

__global__ void skewed_tile(float *y) {
  __shared__ float tile[16 * 16];
  int column = threadIdx.x, b = blockIdx.x;
  int rows = blockDim.y;
  for (int row = threadIdx.y; row < 16; row += rows)
    tile[row * 16 + (column + row) % 16] = row * column;
  __syncthreads();
  for (int row = threadIdx.y; row < 16; row += rows) {
    float down = tile[column * 16 + (row + column) % 16];
    int next = (row + column + 1) % 16;
    float diagonal = tile[column * 16 + (next + column) % 16];
    y[b * 256 + row * 16 + column] = down + diagonal;
  }
}
