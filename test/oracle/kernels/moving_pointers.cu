// Pointers that advance by one, by a stride and by the lane.

__global__ void moving_pointers(const float *x, float *y, int n) {
  int t = threadIdx.x;
  const float *p = x + t;
  float *q = y + 4000;
  for (int k = 0; k < n; ++k) {
    *q = *p;
    p += 64;
    q -= t;
  }
  const float *r = x + t * 4;
  for (int k = 0; k < 4; ++k)
    y[t] += *r++;
  const float *end = x + 100;
  for (const float *s = x + t; s < end; s += 9)
    y[t + 256] += *s;
}
