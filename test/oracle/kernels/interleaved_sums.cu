// A complex signal and a polynomial: elements in pairs, one thread for two of
// them, and the degree of each thread is its own.

__global__ void interleaved_sums(float2 *x, const float2 *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float2 z = x[i], sum = make_float2(0, 0);
  for (int k = i % n; k >= 0; --k) {
    float2 a = c[k];
    float re = sum.x * z.x - sum.y * z.y + a.x;
    sum.y = sum.x * z.y + sum.y * z.x + a.y;
    sum.x = re;
  }
  x[i * 2 + 256 - (i & 1)] = sum;
}
