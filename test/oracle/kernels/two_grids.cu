// One grid does two jobs: the first blocks one, the rest the other; and of the
// warps of a block some load while others store.

__global__ void two_grids(const float *x, float *y, int first) {
  __shared__ float box[128];
  int b = blockIdx.x, t = threadIdx.x, size = blockDim.x;
  if (b < first) {
    y[b * size + t] = x[(b * size + t) * 2 % 999];
    return;
  }
  int group = t / 32;
  if (group == 0)
    box[t] = x[(b - first) * size + t];
  __syncthreads();
  if (group == 1)
    y[512 + (b - first) * 32 + t % 32] = box[t - 32];
}
