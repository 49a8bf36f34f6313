// Numbers that grow from round to round by a rule of two terms, or by a square:
// no closed form, but the same for all lanes or known from the lane.

__global__ void recurrences(const float *x, float *y, int n) {
  int t = threadIdx.x;
  float sum = 0;
  for (int a = 0, b = 1; b < n;) {
    sum += x[a + t];
    int next = a + b;
    a = b;
    b = next;
  }
  for (int v = 2 + t % 3; v < n; v = v * v - 1)
    sum += x[v];
  for (int step = 1, at = 0; at + t < n; at += step++)
    sum += x[at + t];
  y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
