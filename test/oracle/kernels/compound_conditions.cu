// Loops that several conditions end.

__global__ void compound_conditions(const float *x, float *y, int n) {
  int t = threadIdx.x;
  float sum = 0;
  int i = 0, j = t;
  while (i < n && j > 0) {
    sum += x[i * 64 + j];
    i += 1;
    j -= 3;
  }
  for (int k = 0; k < t % 8 || k < 3; ++k)
    sum += x[k + t];
  do {
    sum += x[i + j + 2];
    ++i;
  } while (i < 5 || (j++ < 0 && i < n));
  for (int a = 0, b = n; a < b && a != t; ++a, --b)
    sum += x[b * 16 + a];
  y[(blockIdx.x * blockDim.x + threadIdx.x)] = sum;
}
