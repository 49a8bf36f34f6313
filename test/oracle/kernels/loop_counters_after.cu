// What a counter is worth after its loop differs by lane, and addresses, other
// loops and choices go on with it.

__global__ void loop_counters_after(const float *x, float *y, int n) {
  int t = threadIdx.x, k, m = 0;
  float sum = 0;
  for (k = t % 5; k < n; k += 3)
    if (k * k > t * 8)
      break;
  sum += x[k * 32 + t];
  for (; m * m < k * t; ++m)
    sum += x[m + k];
  y[m * 8 + k] = sum;
  int found = -1;
  for (int j = 0; j < n; ++j) {
    if ((j * 7 + t) % 13 == 0)
      found = j;
    if (found >= 0 && j > found + m % 4)
      break;
    sum += x[j + (found + 1) * 8];
  }
  if (found > 2)
    y[512 + found * 4 + t % 4] = sum;
}
