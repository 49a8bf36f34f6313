// Blocks of three dimensions; warps are no rows.

__global__ void blocks_3d(const float *x, float *y, int n) {
  int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
  int w = blockDim.x, h = blockDim.y, d = blockDim.z;
  int b = blockIdx.x + 2 * blockIdx.y + 4 * blockIdx.z;
  int i = (tz * h + ty) * w + tx;
  y[b * 128 + i] = x[(tx * h + ty) * d + tz];
  if (i + b * 64 < n)
    y[tz * 64 + ty * 8 + tx] = x[i * 3 + b];
  if (ty == tz)
    for (int k = tx; k < w + ty; ++k)
      y[k * 5] = x[k + tz];
}
