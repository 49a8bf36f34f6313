// A signed number meets an unsigned one and becomes unsigned: less than zero is
// then more than everything.

__global__ void mixed_signs(const float *x, float *y, int n, unsigned u) {
  int t = threadIdx.x;
  if (t - n < u)
    y[t] = 1;
  if (t - 10 > 5u)
    y[t + 128] = x[t];
  long far = t - 30;
  if (far < u)
    y[t + 256] = 2;
  if ((t - 30) / 4u > 1000)
    y[t + 384] = x[(t - 30) % 8u];
  for (unsigned k = 5; k + n < u && k < 9; ++k)
    y[512 + k * 32 + t] = 3;
}
