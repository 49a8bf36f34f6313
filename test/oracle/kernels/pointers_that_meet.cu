// A pointer that was set to different arrays on different ways, and goes on
// from wherever it stands.

__global__ void pointers_that_meet(float *x, float *y, float *z, int n) {
  __shared__ float a[64], b[72];
  int t = threadIdx.x;
  float *p;
  if (t % 3 == 0)
    p = x;
  else if (t % 3 == 1)
    p = y + 5;
  else
    p = z;
  p[t] = 1;
  float *q = a;
  if (t & 1)
    q = b + 3;
  q[t / 2] = 2;
  __syncthreads();
  for (int k = 0; k < n; ++k) {
    p += 7;
    if (k == t % 4)
      p = x + t;
    *p = q[k];
  }
}
