
__global__ void never_taken_sides(const int *q, float *x, float *y, int n) {
  int t = threadIdx.x;
  int none = 0;
  float s = 0.5f;
  float a = none ? x[q[t]] : s;
  float b = t == n ? (none == 0 ? a : x[q[t + n]]) : x[t];
  y[t] = a + b;
}
