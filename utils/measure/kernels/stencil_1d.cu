// out[i] = scale * (in[i - RADIUS] + ... + in[i + RADIUS]): every element is
// read 2 RADIUS + 1 times, from global memory (the caches catch the rest) or
// from a tile in shared memory that the block loads once with its halo.

#ifndef RADIUS
#define RADIUS 3
#endif
#ifndef BLOCK
#define BLOCK 256
#endif

extern "C" __global__ void stencil_1d(int n, float scale,
                                      const float *__restrict__ in,
                                      float *__restrict__ out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= RADIUS && i < n - RADIUS) {
    float sum = 0.0f;
    for (int k = -RADIUS; k <= RADIUS; ++k)
      sum += in[i + k];
    out[i] = scale * sum;
  }
}

// The block is BLOCK threads, at least RADIUS.
extern "C" __global__ void stencil_1d_shared(int n, float scale,
                                             const float *__restrict__ in,
                                             float *__restrict__ out) {
  __shared__ float tile[BLOCK + 2 * RADIUS];
  int t = threadIdx.x;
  int i = blockIdx.x * BLOCK + t;
  if (i < n)
    tile[t + RADIUS] = in[i];
  if (t < RADIUS) {
    if (i >= RADIUS)
      tile[t] = in[i - RADIUS];
    if (i + BLOCK < n)
      tile[t + RADIUS + BLOCK] = in[i + BLOCK];
  }
  __syncthreads();
  if (i >= RADIUS && i < n - RADIUS) {
    float sum = 0.0f;
    for (int k = 0; k <= 2 * RADIUS; ++k)
      sum += tile[t + k];
    out[i] = scale * sum;
  }
}
