// A scan after Hillis and Steele: in each step every thread adds what stands
// 1, 2, 4, ... places before it, from one of two buffers into the other.

__global__ void doubling_scan(const float *x, float *y) {
  __shared__ float sums[2][128];
  int t = threadIdx.x, from = 0;
  sums[0][t] = x[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  for (int back = 1; back < blockDim.x; back <<= 1) {
    float sum = sums[from][t];
    if (t >= back)
      sum += sums[from][t - back];
    from = 1 - from;
    sums[from][t] = sum;
    __syncthreads();
  }
  y[blockIdx.x * blockDim.x + threadIdx.x] = sums[from][t];
}
