// Lanes return at the top, from a loop and from two loops at once.

__global__ void early_returns(const float *x, float *y, int n) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x), t = threadIdx.x;
  if (i >= n)
    return;
  y[i] = 1;
  for (int k = 0; k < 6; ++k) {
    if (k * 9 == t) {
      y[1000 + t] = x[k];
      return;
    }
    y[i * 2] = x[k * 32 + t];
  }
  for (int k = 0; k < 4; ++k)
    for (int m = 0; m < 5; ++m) {
      if (k * 5 + m == t / 2) {
        y[2000 + t] = 2;
        return;
      }
      y[3000 + m] = 3;
    }
  y[i * 3] = 4;
}
