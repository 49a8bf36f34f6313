// A function with barriers in its loop, called by all threads, and its shared
// memory handed in from outside.

__device__ float block_sum(float *part, int t, float v) {
  part[t] = v;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s /= 2) {
    if (t < s)
      part[t] += part[t + s];
    __syncthreads();
  }
  float sum = part[0];
  __syncthreads();
  return sum;
}

__global__ void barrier_functions(const float *x, float *y, int n) {
  __shared__ float part[128];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = x[i];
  for (int k = 0; k < n; ++k)
    v -= block_sum(part, t, v * k);
  y[i] = v + block_sum(part, t, 1);
}
