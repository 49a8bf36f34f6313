// Pointers that are compared, subtracted and walked to the end, as in programs
// that think in iterators.

__global__ void pointer_arithmetic(const float *x, float *y, int n) {
  int t = threadIdx.x, size = blockDim.x;
  const float *begin = x + t, *end = x + n;
  float sum = 0;
  for (const float *p = begin; p < end; p += size) {
    sum += *p;
    y[p - x] = sum;
  }
  const float *last = end - 1;
  while (last - 3 > begin) {
    sum += last[-2];
    last -= 3 + t / 8;
  }
  y[512 + (last - x) + t * 2] = sum;
}
