// A tile is transposed without padding: element (row, column) lies in column
// row ^ column, so that a column of the tile lies in 32 different banks.

__global__ void xor_tile(const float *x, float *y, int n) {
  __shared__ float tile[32][32];
  int column = threadIdx.x, left = blockIdx.x * 32;
  int top = blockIdx.y * 32;
  for (int row = threadIdx.y; row < 32; row += blockDim.y)
    tile[row][row ^ column] = x[(top + row) * n + left + column];
  __syncthreads();
  for (int row = threadIdx.y; row < 32; row += blockDim.y)
    y[(left + row) * n + top + column] = tile[column][column ^ row];
}
