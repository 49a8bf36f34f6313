// Lanes leave a loop in different iterations and do something on their way out:
// that happens in the iteration in which they leave.

__global__ void break_bodies(const float *x, float *y, int n) {
  int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += x[i * 64 + t];
    if (i == t / 5) {
      y[t * 2] = sum;
      break;
    }
    sum += x[t];
  }
  y[t + 256] = sum;
  for (int i = 0; i < n; ++i) {
    if (i * 3 == t) {
      for (int j = 0; j < 3; ++j)
        y[512 + i + j] = sum;
      break;
    }
    if (i + t > 40) {
      y[1024 + t] = 1;
      if (t & 1)
        break;
    }
  }
}
