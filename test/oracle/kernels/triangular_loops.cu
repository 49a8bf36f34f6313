// Nested loops whose bounds are the counters around them, and the lane.

__global__ void triangular_loops(const float *x, float *y, int n) {
  int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      sum += x[i * 64 + j * 8 + t];
  for (int i = 0; i < t % 8; ++i)
    for (int j = i; j < n; ++j) {
      sum += x[i * 16 + j];
      for (int k = j; k < i + t / 8; ++k)
        sum += x[k * 32 + t];
    }
  y[(blockIdx.x * blockDim.x + threadIdx.x)] = sum;
}
