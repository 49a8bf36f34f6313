// Lanes start a loop at different values and meet in its iterations.

__global__ void lane_starts(const float *x, float *y, int n) {
  int t = threadIdx.x, b = blockIdx.x;
  float sum = 0;
  for (int i = t; i < n; i += blockDim.x)
    sum += x[i];
  for (int i = t % 4; i < 10; i += 3)
    sum += x[i * 8 + t];
  for (int i = n - t; i < n + b; ++i)
    sum += x[i + 64];
  y[(blockIdx.x * blockDim.x + threadIdx.x)] = sum;
}
