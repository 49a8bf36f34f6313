// Warps that share the work of a block, each thread known as a lane of a warp.
__global__ void row_of_warp(float *out, const float *in, int n, int rows) {
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int row = blockIdx.x * (blockDim.x / 32) + warp;
  if (row >= rows)
    return;
  float sum = 0;
  for (int i = lane; i < n; i += 32)
    sum += in[row * n + i];
  if (lane == 0)
    out[row] = sum;
}

__global__ void by_bits(float *out) {
  __shared__ float part[32];
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  if (lane < 5)
    part[warp] = 1;
  __syncthreads();
  if (warp == 0)
    out[lane] = part[lane];
}
