// A loop that ends with the first hit, with and without a flag: lanes that are
// done wait for the last one.

__global__ void searches(const float *x, int *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
  float sum = 0;
  bool found = false;
  int k = 0;
  for (; k < n && !found; ++k) {
    sum += x[k * 8 + t];
    found = (k * k + t) % 23 == 0;
  }
  y[i] = found ? k : -1;
  int prime = i > 1;
  for (int d = 2; prime && d * d <= i; ++d)
    if (i % d == 0)
      prime = 0;
  if (prime)
    y[i + 256] = sum;
}
