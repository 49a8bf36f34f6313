// Guarded kernels at sizes just above and below a multiple of the block: the
// last warp is cut, the last block has idle warps, or a whole block is started
// for one element. They show what threads without work still cost.

extern "C" __global__ void tail_triad(int n, float s, const float *b,
                                      const float *c, float *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = b[i] + s * c[i];
}

// So much work per thread that one block more than fits at a time takes as
// long as a full round of blocks.
extern "C" __global__ void tail_loop(int n, int rounds, float s,
                                     const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float value = in[i];
  for (int round = 0; round < rounds; ++round)
    value = s * value + 1.0f;
  out[i] = value;
}

extern "C" __global__ void tail_2d(int width, int height, float s,
                                   const float *in, float *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    out[y * width + x] = s * in[y * width + x];
}
