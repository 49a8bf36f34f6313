// A grid of three dimensions, whose blocks are numbered by hand, some of which
// have nothing to do.

__global__ void grid_of_three(const float *x, float *y, int n) {
  int bx = blockIdx.x, by = blockIdx.y, bz = blockIdx.z;
  int b = (bz * gridDim.y + by) * gridDim.x + bx;
  if (b >= n || (bx + by + bz) % 3 == 2)
    return;
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  y[b * 128 + t] = x[(bz * 100 + by * 30 + bx) * 4 + t];
  for (int k = bx; k <= by + bz; ++k)
    y[b * 128 + k] = x[k * k];
}
