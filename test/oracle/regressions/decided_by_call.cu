__device__ float walk(int stop) {
  int i = 1;
  while (i <= 128) {
    if (stop)
      break;
    i <<= 1;
  }
  switch (stop) {
  case 0:
    return 1.5f;
  case 1:
    return 2.5f;
  }
  return i;
}

__global__ void decided_by_call(const short *x, float *y, int n, int m) {
  int t = threadIdx.x + blockIdx.x * blockDim.x;
  float s = 0.5f;
  for (int i = m; i > 0; i -= 2)
    s += walk(0);
  if (x[t] > n)
    s += walk(threadIdx.x & 1);
  y[t] = s;
}
