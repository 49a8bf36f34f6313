// Blocks that are no multiple of the warp, with a tail.

__global__ void partial_warps(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = (blockIdx.y * blockDim.y + threadIdx.y) * (gridDim.x * blockDim.x) + i;
  if (j < n)
    y[j] = x[j * 2] + x[n - j];
  if (threadIdx.x == blockDim.x - 1)
    y[j + 1000] = 1;
}
