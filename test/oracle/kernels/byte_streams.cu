// Characters, shorts and doubles at the same indices: what a warp moves is the
// lanes times the size, in whole sectors.

__global__ void byte_streams(char *c, short *h, double *d, int n, int s) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  char a = c[500 + i * s];
  short b = h[500 + i * s];
  double e = d[500 + i * s];
  c[i + 5] = b;
  h[i + 5] = e;
  d[i + 5] = a;
  for (char k = 120; k > 0; k += 5)
    c[k] = k;
}
