// A scan in local memory, Blelloch's tree up and down.

__global__ void scan(const float *x, float *y) {
  __shared__ float a[256];
  int t = threadIdx.x, n = 2 * blockDim.x, offset = 1;
  int first = blockIdx.x * n;
  a[2 * t] = x[first + 2 * t];
  a[2 * t + 1] = x[first + 2 * t + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d)
      a[offset * (2 * t + 2) - 1] += a[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  if (t == 0)
    a[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int i = offset * (2 * t + 1) - 1, j = offset * (2 * t + 2) - 1;
      float saved = a[i];
      a[i] = a[j];
      a[j] += saved;
    }
  }
  __syncthreads();
  y[first + t] = a[t];
  y[first + t + blockDim.x] = a[t + blockDim.x];
}
