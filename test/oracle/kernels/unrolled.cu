// A loop unrolled by hand into four independent sums, with a loop for what is
// left over.

__global__ void unrolled(const float *x, float *y, int n) {
  int t = threadIdx.x;
  float a = 0, b = 0, c = 0, d = 0;
  int k = 0;
  for (; k + 3 < n; k += 4) {
    a += x[k * 64 + t];
    b += x[(k + 1) * 64 + t];
    c += x[(k + 2) * 64 + t];
    d += x[(k + 3) * 64 + t];
  }
  for (; k < n; ++k)
    a += x[k * 64 + t];
#pragma unroll 2
  for (int j = t % 3; j < n; ++j)
    b += x[j];
  y[blockIdx.x * blockDim.x + threadIdx.x] = (a + b) + (c + d);
}
