// Four elements for each thread: neighbours of each other, or a block apart.
// The second keeps the lanes side by side.

__global__ void coarsening(const float *x, float *y, int n) {
  int t = threadIdx.x, size = blockDim.x;
  int first = blockIdx.x * size * 4;
  float kept[4];
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    int i = first + t * 4 + k;
    kept[k] = i < n ? x[i] : 0;
  }
#pragma unroll
  for (int k = 0; k < 4; ++k)
    if (first + k * size + t < n)
      y[first + k * size + t] = kept[k];
}
