// A filter along rows, then along columns, of a tile in shared memory that a
// function fills and two others read.

#define REACH 2

__device__ void fill_tile(float (*tile)[21], const float *x, int w) {
  int left = blockIdx.x * blockDim.x;
  int top = blockIdx.y * blockDim.y;
  for (int r = threadIdx.y; r < blockDim.y + 2 * REACH; r += blockDim.y)
    for (int c = threadIdx.x; c < blockDim.x + 2 * REACH; c += blockDim.x)
      tile[r][c] = x[(top + r) * w + left + c];
}

__device__ float along_row(const float *row, int c) {
  float sum = 0;
  for (int k = -REACH; k <= REACH; ++k)
    sum += row[c + k];
  return sum;
}

__global__ void separable_filter(const float *x, float *y, int w) {
  __shared__ float tile[21][21];
  int tx = threadIdx.x, ty = threadIdx.y;
  fill_tile(tile, x, w);
  __syncthreads();
  float sum = 0;
  for (int r = ty; r <= ty + 2 * REACH; ++r)
    sum += along_row(tile[r], tx + REACH);
  y[(blockIdx.y * blockDim.y + threadIdx.y) * w +
    (blockIdx.x * blockDim.x + threadIdx.x)] = sum;
}
