// out[i] = scale * (in[i - RADIUS] + ... + in[i + RADIUS]): every element is
// read 2 RADIUS + 1 times, from global memory (the caches catch the rest) or
// from a tile in local memory that the group loads once with its halo.

#ifndef RADIUS
#define RADIUS 3
#endif
#ifndef BLOCK
#define BLOCK 256
#endif

__kernel void stencil_1d(int n, float scale, __global const float *restrict in,
                         __global float *restrict out) {
  int i = get_global_id(0);
  if (i >= RADIUS && i < n - RADIUS) {
    float sum = 0.0f;
    for (int k = -RADIUS; k <= RADIUS; ++k)
      sum += in[i + k];
    out[i] = scale * sum;
  }
}

// The group is BLOCK work-items, at least RADIUS.
__kernel void stencil_1d_shared(int n, float scale,
                                __global const float *restrict in,
                                __global float *restrict out) {
  __local float tile[BLOCK + 2 * RADIUS];
  int t = get_local_id(0);
  int i = get_group_id(0) * BLOCK + t;
  if (i < n)
    tile[t + RADIUS] = in[i];
  if (t < RADIUS) {
    if (i >= RADIUS)
      tile[t] = in[i - RADIUS];
    if (i + BLOCK < n)
      tile[t + RADIUS + BLOCK] = in[i + BLOCK];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i >= RADIUS && i < n - RADIUS) {
    float sum = 0.0f;
    for (int k = 0; k <= 2 * RADIUS; ++k)
      sum += tile[t + k];
    out[i] = scale * sum;
  }
}
