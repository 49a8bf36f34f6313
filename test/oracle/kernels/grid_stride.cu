// Each thread takes elements a grid apart, and blocks get different numbers.

__global__ void grid_stride(const float *x, float *y, int n) {
  int step = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
    y[i] = x[i] * 2;
    if (i % 5 == 0)
      y[i / 5] = x[n - i];
  }
}
