// Some lanes skip the rest of an iteration.

__global__ void continues(const float *x, float *y, int n) {
  int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    if (i % 2 == t % 2)
      continue;
    sum += x[i + t];
    if (t < i * 3) {
      sum += x[t * 2];
      continue;
    }
    sum += x[i * 7];
  }
  int j = 0;
  while (j < n) {
    ++j;
    if (t % j == 0)
      continue;
    y[j * 64 + t] = sum;
  }
}
