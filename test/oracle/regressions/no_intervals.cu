__global__ void no_intervals(const float *x, int *y, int n, int m) {
  int t = threadIdx.x + blockIdx.x * blockDim.x;
  int l = threadIdx.x;
  float s = x[n >> (t & 3)];
  s += x[n / ((t & 7) + 1)];
  s += x[(n + t) % m];
  s += x[(t + 3) & 15];
  s += x[t % m];
  s += x[(t / m) & 7];
  s += x[max(t, n)];
  s += x[(l / -4) & 2047];
  s += x[(unsigned char)((t >> 4) - 3)];
  y[t] = s;
}
