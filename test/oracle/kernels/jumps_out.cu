// A jump leaves two loops at once; who jumps skips what stands behind them.

__global__ void jumps_out(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
  float sum = 0;
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b) {
      if (a * b > t / 2)
        goto done;
      sum += x[a * 64 + b * 8 + t];
    }
  y[i + 256] = sum;
done:
  y[i] = sum;
}
