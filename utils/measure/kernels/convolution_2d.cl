// Two-dimensional convolution with (2 RADIUS + 1)^2 taps; beyond the borders
// in counts as 0. The filter comes from global memory, from constant memory
// (all lanes read one word: a broadcast), or from constant memory with the
// input in a local tile with its halo.

#ifndef RADIUS
#define RADIUS 3
#endif
#ifndef TILE_X
#define TILE_X 32
#endif
#ifndef TILE_Y
#define TILE_Y 8
#endif
#define DIAMETER (2 * RADIUS + 1)

// weights[k] = ((10 k) mod 49 - 24) / 32, so RADIUS is at most 3.
__constant float weights[49] = {
    -0.75f,    -0.4375f,  -0.125f,   0.1875f,   0.5f,      -0.71875f, -0.40625f,
    -0.09375f, 0.21875f,  0.53125f,  -0.6875f,  -0.375f,   -0.0625f,  0.25f,
    0.5625f,   -0.65625f, -0.34375f, -0.03125f, 0.28125f,  0.59375f,  -0.625f,
    -0.3125f,  0.0f,      0.3125f,   0.625f,    -0.59375f, -0.28125f, 0.03125f,
    0.34375f,  0.65625f,  -0.5625f,  -0.25f,    0.0625f,   0.375f,    0.6875f,
    -0.53125f, -0.21875f, 0.09375f,  0.40625f,  0.71875f,  -0.5f,     -0.1875f,
    0.125f,    0.4375f,   0.75f,     -0.46875f, -0.15625f, 0.15625f,  0.46875f};

__kernel void convolution_2d(int width, int height,
                             __global const float *restrict filter,
                             __global const float *restrict in,
                             __global float *restrict out) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x < width && y < height) {
    float sum = 0.0f;
    for (int j = 0; j < DIAMETER; ++j)
      for (int i = 0; i < DIAMETER; ++i) {
        int column = x + i - RADIUS;
        int row = y + j - RADIUS;
        if (column >= 0 && column < width && row >= 0 && row < height)
          sum += filter[j * DIAMETER + i] * in[row * width + column];
      }
    out[y * width + x] = sum;
  }
}

__kernel void convolution_2d_constant(int width, int height,
                                      __global const float *restrict in,
                                      __global float *restrict out) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x < width && y < height) {
    float sum = 0.0f;
    for (int j = 0; j < DIAMETER; ++j)
      for (int i = 0; i < DIAMETER; ++i) {
        int column = x + i - RADIUS;
        int row = y + j - RADIUS;
        if (column >= 0 && column < width && row >= 0 && row < height)
          sum += weights[j * DIAMETER + i] * in[row * width + column];
      }
    out[y * width + x] = sum;
  }
}

// The group is TILE_X x TILE_Y work-items.
__kernel void convolution_2d_shared(int width, int height,
                                    __global const float *restrict in,
                                    __global float *restrict out) {
  __local float tile[TILE_Y + 2 * RADIUS][TILE_X + 2 * RADIUS];
  int x0 = get_group_id(0) * TILE_X;
  int y0 = get_group_id(1) * TILE_Y;
  for (int ty = get_local_id(1); ty < TILE_Y + 2 * RADIUS; ty += TILE_Y)
    for (int tx = get_local_id(0); tx < TILE_X + 2 * RADIUS; tx += TILE_X) {
      int column = x0 + tx - RADIUS;
      int row = y0 + ty - RADIUS;
      if (column >= 0 && column < width && row >= 0 && row < height)
        tile[ty][tx] = in[row * width + column];
      else
        tile[ty][tx] = 0.0f;
    }
  barrier(CLK_LOCAL_MEM_FENCE);
  int x = x0 + get_local_id(0);
  int y = y0 + get_local_id(1);
  if (x < width && y < height) {
    float sum = 0.0f;
    for (int j = 0; j < DIAMETER; ++j)
      for (int i = 0; i < DIAMETER; ++i)
        sum += weights[j * DIAMETER + i] *
               tile[get_local_id(1) + j][get_local_id(0) + i];
    out[y * width + x] = sum;
  }
}
