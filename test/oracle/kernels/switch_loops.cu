// A small machine: a loop around a switch, whose cases go on, leave the loop,
// fall into the next one or leave the kernel.

__global__ void switch_loops(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x, state = t % 4;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    switch (state) {
    case 0:
      sum += x[k * 64 + t];
      state = 1 + k % 2;
      continue;
    case 1:
      sum += x[t];
    case 2:
      sum += x[t * 2 + k];
      state = t % 3;
      break;
    case 7:
      y[i + 512] = sum;
      return;
    default:
      state = 7 - (t & 4);
    }
    y[k * 8 + t % 8] = sum;
    if (state > 5 && k > 6)
      break;
  }
  y[i + 256] = sum;
}
