// Guarded kernels at sizes just above and below a multiple of the work-group:
// the last warp is cut, the last group has idle warps, or a whole group is
// started for one element. They show what work-items without work still cost.

__kernel void tail_triad(int n, float s, __global const float *b,
                         __global const float *c, __global float *a) {
  int i = get_global_id(0);
  if (i < n)
    a[i] = b[i] + s * c[i];
}

// So much work per work-item that one group more than fits at a time takes as
// long as a full round of groups.
__kernel void tail_loop(int n, int rounds, float s, __global const float *in,
                        __global float *out) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  float value = in[i];
  for (int round = 0; round < rounds; ++round)
    value = s * value + 1.0f;
  out[i] = value;
}

__kernel void tail_2d(int width, int height, float s, __global const float *in,
                      __global float *out) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x < width && y < height)
    out[y * width + x] = s * in[y * width + x];
}
