// do-while and endless loops, left in the middle.

__global__ void loops_tested_at_end(const float *x, float *y, int n) {
  int t = threadIdx.x;
  float sum = 0;
  int i = 0;
  do {
    sum += x[i * 64 + t];
    ++i;
  } while (i < t % 5);
  do {
    sum += x[i];
    if (i % 4 == t % 4)
      break;
    sum += x[i + t];
    ++i;
  } while (i < n + t);
  while (1) {
    sum += x[i * 2];
    if (i >= n)
      break;
    sum += x[i * 3 + t];
    i += 1 + t / 16;
  }
  for (;;) {
    if (i > 40)
      break;
    i += 7;
    y[i] = sum;
  }
  y[(blockIdx.x * blockDim.x + threadIdx.x) + 100] = sum;
}
