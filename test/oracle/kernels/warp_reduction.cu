// A grid-stride sum, then a tree. Its last steps run in one group of 32 lanes
// that needs no barrier.

__global__ void warp_reduction(const float *x, float *y, int n) {
  __shared__ volatile float part[256];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += (gridDim.x * blockDim.x))
    sum += x[i];
  part[t] = sum;
  __syncthreads();
  for (int s = blockDim.x / 2; s >= 32; s /= 2) {
    if (t < s)
      part[t] += part[t + s];
    __syncthreads();
  }
  if (t < 16) {
    part[t] += part[t + 16];
    part[t] += part[t + 8];
    part[t] += part[t + 4];
    part[t] += part[t + 2];
    part[t] += part[t + 1];
  }
  if (t == 0)
    y[blockIdx.x] = part[0];
}
