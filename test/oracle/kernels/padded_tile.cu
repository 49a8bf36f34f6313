// A tile is transposed in local memory, with and without padding.

__global__ void padded_tile(const float *x, float *y, int n) {
  __shared__ float plain[32][32];
  __shared__ float padded[32][33];
  int tx = threadIdx.x, ty = threadIdx.y;
  int bx = blockIdx.x * 32, by = blockIdx.y * 32;
  for (int k = ty; k < 32; k += blockDim.y) {
    plain[k][tx] = x[(by + k) * n + bx + tx];
    padded[k][tx] = x[(by + k) * n + bx + tx];
  }
  __syncthreads();
  for (int k = ty; k < 32; k += blockDim.y)
    y[(bx + k) * n + by + tx] = plain[tx][k] + padded[tx][k];
}
