// Shifts to the right keep the sign of signed numbers and fill unsigned ones
// with zeros; shifts by a variable scale a stride.

__global__ void shifts(const float *x, float *y, int s) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
  y[1000 + (t - 32 >> s)] = x[i << s & 4095];
  unsigned u = t - 32;
  y[2000 + (u >> 20 + s)] = x[i >> s];
  y[3000 + (1 << t % 8)] = x[(t * 0x11111111 >> 24) + 128];
  for (int k = 0; t >> k; ++k)
    y[k * 64 + t] = x[t >> k];
}
