// A stencil whose block loads a halo with some of its lanes.

__global__ void halo(const float *x, float *y, int n, int r) {
  __shared__ float tile[128];
  int i = (blockIdx.x * blockDim.x + threadIdx.x), t = threadIdx.x, w = blockDim.x;
  tile[t + r] = i < n ? x[i] : 0;
  if (t < r) {
    tile[t] = i >= r ? x[i - r] : 0;
    if (i + w < n)
      tile[t + r + w] = x[i + w];
  }
  __syncthreads();
  if (i >= n)
    return;
  float sum = 0;
  for (int k = -r; k <= r; ++k)
    sum += tile[t + r + k];
  y[i] = sum;
}
