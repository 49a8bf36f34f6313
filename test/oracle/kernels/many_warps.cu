// Blocks of the largest size, and tails of a block: the work of one warp
// depends on which one it is.

__global__ void many_warps(const float *x, float *y, int n) {
  int t = threadIdx.y * blockDim.x + threadIdx.x;
  int warp = t / 32, i = blockIdx.x * blockDim.x + t;
  if (i >= n)
    return;
  float sum = 0;
  for (int k = 0; k < warp % 5; ++k)
    sum += x[i + k];
  if (warp & 1)
    y[i] = sum;
  else if (t % 32 < warp)
    y[i] = -sum;
}
