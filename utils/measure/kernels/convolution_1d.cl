// out[i] = the sum of filter[k] * in[i + k - RADIUS] over 2 RADIUS + 1 taps;
// beyond the ends in counts as 0. The filter comes from global memory, from
// constant memory (all lanes read one word: a broadcast), or from constant
// memory with the input in a local tile with its halo.

#ifndef RADIUS
#define RADIUS 8
#endif
#ifndef BLOCK
#define BLOCK 256
#endif

// weights[k] = ((7 k) mod 33 - 16) / 32, so RADIUS is at most 16.
__constant float weights[33] = {
    -0.5f,     -0.28125f, -0.0625f,  0.15625f,  0.375f,    -0.4375f,  -0.21875f,
    0.0f,      0.21875f,  0.4375f,   -0.375f,   -0.15625f, 0.0625f,   0.28125f,
    0.5f,      -0.3125f,  -0.09375f, 0.125f,    0.34375f,  -0.46875f, -0.25f,
    -0.03125f, 0.1875f,   0.40625f,  -0.40625f, -0.1875f,  0.03125f,  0.25f,
    0.46875f,  -0.34375f, -0.125f,   0.09375f,  0.3125f};

__kernel void convolution_1d(int n, __global const float *restrict filter,
                             __global const float *restrict in,
                             __global float *restrict out) {
  int i = get_global_id(0);
  if (i < n) {
    float sum = 0.0f;
    for (int k = 0; k <= 2 * RADIUS; ++k) {
      int j = i + k - RADIUS;
      if (j >= 0 && j < n)
        sum += filter[k] * in[j];
    }
    out[i] = sum;
  }
}

__kernel void convolution_1d_constant(int n, __global const float *restrict in,
                                      __global float *restrict out) {
  int i = get_global_id(0);
  if (i < n) {
    float sum = 0.0f;
    for (int k = 0; k <= 2 * RADIUS; ++k) {
      int j = i + k - RADIUS;
      if (j >= 0 && j < n)
        sum += weights[k] * in[j];
    }
    out[i] = sum;
  }
}

// The group is BLOCK work-items.
__kernel void convolution_1d_shared(int n, __global const float *restrict in,
                                    __global float *restrict out) {
  __local float tile[BLOCK + 2 * RADIUS];
  int first = get_group_id(0) * BLOCK;
  for (int t = get_local_id(0); t < BLOCK + 2 * RADIUS; t += BLOCK) {
    int j = first + t - RADIUS;
    tile[t] = j >= 0 && j < n ? in[j] : 0.0f;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  int i = first + get_local_id(0);
  if (i < n) {
    float sum = 0.0f;
    for (int k = 0; k <= 2 * RADIUS; ++k)
      sum += weights[k] * tile[get_local_id(0) + k];
    out[i] = sum;
  }
}
