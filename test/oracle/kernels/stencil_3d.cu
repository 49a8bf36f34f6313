// A plane of threads marches through a volume and keeps the points before and
// behind in registers.

__global__ void stencil_3d(const float *x, float *y, int w, int h, int d) {
  int c = blockIdx.x * blockDim.x + threadIdx.x,
      r = blockIdx.y * blockDim.y + threadIdx.y;
  if (c >= w || r >= h)
    return;
  int plane = w * h, i = r * w + c;
  int inner = c > 0 && c < w - 1 && r > 0 && r < h - 1;
  float before = 0, here = x[i], after = x[i + plane];
  for (int z = 1; z < d - 1; ++z) {
    before = here;
    here = after;
    i += plane;
    after = x[i + plane];
    if (inner)
      y[i] = before + after + x[i - 1] + x[i + 1] + x[i - w] + x[i + w] - here;
  }
}
