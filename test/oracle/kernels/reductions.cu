// Trees in local memory with interleaved and sequential addressing.

__global__ void reductions(const float *x, float *y) {
  __shared__ float a[128], b[128], c[128];
  int t = threadIdx.x, n = blockDim.x;
  a[t] = b[t] = c[t] = x[(blockIdx.x * blockDim.x + threadIdx.x)];
  __syncthreads();
  for (int s = 1; s < n; s *= 2) {
    if (t % (2 * s) == 0)
      a[t] += a[t + s];
    int i = 2 * s * t;
    if (i < n)
      b[i] += b[i + s];
    __syncthreads();
  }
  for (int s = n / 2; s > 0; s >>= 1) {
    if (t < s)
      c[t] += c[t + s];
    __syncthreads();
  }
  if (t == 0)
    y[blockIdx.x] = a[0] + b[0] + c[0];
}
