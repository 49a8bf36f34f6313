// The opposite of a && b or a || b. A compiler branches on a and on b; the
// model lets the lanes come together in between and branch on the whole.

__global__ void negated_conditions(const float *x, float *y, int n) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x), t = threadIdx.x;
  if (!(t < 10 || t > 50))
    y[i] = x[i * 2];
  if (!(i < n && t != 3))
    y[i + 1000] = x[t];
}
