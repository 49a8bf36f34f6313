// Counters of a byte or two wrap around where an int would go on; what is less
// than an int counts as one in between.

__global__ void narrow_counters(const float *x, float *y, int n) {
  int t = threadIdx.x;
  float sum = 0;
  for (unsigned char k = 250; k != 4; ++k)
    sum += x[k + t];
  for (unsigned char k = t; k < 200; k += 60)
    sum += x[k];
  for (short s = 32760; s > 0; s += n)
    sum += x[s - 32700 + t];
  unsigned char small = t * n;
  y[small + 256] = x[(unsigned char)(small + 200)] + x[small + 200];
  char negative = t * 3;
  y[600 + negative] = sum;
  unsigned short wide = t - 20;
  y[(wide >> 8) + 750] = 1;
}
