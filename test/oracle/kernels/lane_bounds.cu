// Every lane has its own number of iterations.

__global__ void lane_bounds(const float *x, float *y, int n) {
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < t % 7 + n; ++k)
    sum += x[k * 33 + t];
  for (int k = 0; k <= t / 4; k += 2)
    sum += x[t * 16 + k];
  for (int k = 20 - t; k > 0; --k)
    sum += x[k];
  y[(blockIdx.x * blockDim.x + threadIdx.x)] = sum;
}
