// A tile with a rim of one point on all sides: the threads at a side of the
// block load the rim beyond it.

__global__ void stencil_tile(const float *x, float *y, int w) {
  __shared__ float tile[18][18];
  int tx = threadIdx.x, ty = threadIdx.y;
  int right = blockDim.x - 1, bottom = blockDim.y - 1;
  int i = (blockIdx.y * blockDim.y + threadIdx.y) * w +
          (blockIdx.x * blockDim.x + threadIdx.x);
  const float *at = x + w + 1 + i;
  tile[ty + 1][tx + 1] = *at;
  if (tx == 0)
    tile[ty + 1][0] = at[-1];
  if (tx == right)
    tile[ty + 1][tx + 2] = at[1];
  if (ty == 0)
    tile[0][tx + 1] = at[-w];
  if (ty == bottom)
    tile[ty + 2][tx + 1] = at[w];
  __syncthreads();
  y[i] = tile[ty][tx + 1] + tile[ty + 2][tx + 1] + tile[ty + 1][tx] +
         tile[ty + 1][tx + 2];
}
