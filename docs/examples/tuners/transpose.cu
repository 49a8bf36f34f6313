// A transpose in tiles, for an autotuner: a block of block_size_x by
// block_size_y threads moves a tile of block_size_x by block_size_x numbers.
// PADDING columns keep the columns of the tile in different banks.
__global__ void transpose(float *out, const float *in, int n) {
  __shared__ float tile[block_size_x][block_size_x + PADDING];
  int x = blockIdx.x * block_size_x + threadIdx.x;
  int y = blockIdx.y * block_size_x + threadIdx.y;
  for (int j = 0; j < block_size_x; j += block_size_y)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * block_size_x + threadIdx.x;
  y = blockIdx.x * block_size_x + threadIdx.y;
  for (int j = 0; j < block_size_x; j += block_size_y)
    out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}
