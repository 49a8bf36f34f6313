// One unsigned comparison tests both ends of a range, for less than nothing is
// a large number; and a loop counts down to zero.

__global__ void borders(const float *x, float *y, int n, int r) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = -r; k <= r; ++k)
    if ((unsigned)(i + k) < (unsigned)n)
      sum += x[i + k];
  for (unsigned k = i % 4; k-- > 0;)
    sum += x[k * 8 + i];
  if ((unsigned)i - 10u < 50u)
    y[i] = sum;
}
