// Operands of && and || run for those lanes that they still matter to.

__global__ void short_circuits(const float *x, float *y, int n, int m) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x), t = threadIdx.x;
  if (i < n && t > m)
    y[i] = 1;
  if (t < m || i % 3 == 0)
    y[i * 2] = 2;
  if ((t & 1 && i < n) || (t > 20 && t != 25))
    y[i + 1000] = 3;
  if (!(t < 10) && !(i & 4))
    y[i + 2000] = 4;
  for (int k = 0; k < t && k < m; ++k)
    y[3000 + k] = x[k * 3];
  int both = t > 3 && i < n - 1;
  y[i + 500] = both;
}
