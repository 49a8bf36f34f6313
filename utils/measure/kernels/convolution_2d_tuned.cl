// Two-dimensional convolution as in convolution_2d.*, with the choices that a
// programmer has left open as macros: the group, the outputs per work-item in x
// and y, input from local or global memory, the tile's padding, filter from
// constant or global memory, and how far the loop over a filter row is
// unrolled.

#ifndef RADIUS
#define RADIUS 3
#endif
#ifndef BLOCK_X
#define BLOCK_X 32
#endif
#ifndef BLOCK_Y
#define BLOCK_Y 8
#endif
#ifndef WORK_X
#define WORK_X 1
#endif
#ifndef WORK_Y
#define WORK_Y 2
#endif
#ifndef SHARED
#define SHARED 1
#endif
#ifndef PADDING
#define PADDING 0
#endif
#ifndef CONSTANT_FILTER
#define CONSTANT_FILTER 1
#endif
#ifndef UNROLL
#define UNROLL 1
#endif
#define DIAMETER (2 * RADIUS + 1)
#define TILE_X (BLOCK_X * WORK_X)
#define TILE_Y (BLOCK_Y * WORK_Y)
#define WIDE (TILE_X + 2 * RADIUS)
#define HIGH (TILE_Y + 2 * RADIUS)

// weights[k] = ((10 k) mod 49 - 24) / 32, so RADIUS is at most 3.
__constant float weights[49] = {
    -0.75f,    -0.4375f,  -0.125f,   0.1875f,   0.5f,      -0.71875f, -0.40625f,
    -0.09375f, 0.21875f,  0.53125f,  -0.6875f,  -0.375f,   -0.0625f,  0.25f,
    0.5625f,   -0.65625f, -0.34375f, -0.03125f, 0.28125f,  0.59375f,  -0.625f,
    -0.3125f,  0.0f,      0.3125f,   0.625f,    -0.59375f, -0.28125f, 0.03125f,
    0.34375f,  0.65625f,  -0.5625f,  -0.25f,    0.0625f,   0.375f,    0.6875f,
    -0.53125f, -0.21875f, 0.09375f,  0.40625f,  0.71875f,  -0.5f,     -0.1875f,
    0.125f,    0.4375f,   0.75f,     -0.46875f, -0.15625f, 0.15625f,  0.46875f};

#if CONSTANT_FILTER
#define WEIGHT(k) weights[k]
#else
#define WEIGHT(k) filter[k]
#endif

// The group is BLOCK_X x BLOCK_Y work-items; a work-item's outputs lie BLOCK_X
// columns and BLOCK_Y rows apart, so that a warp stores whole rows.
__kernel void convolution_2d_tuned(int width, int height,
                                   __global const float *restrict filter,
                                   __global const float *restrict in,
                                   __global float *restrict out) {
  int x0 = get_group_id(0) * TILE_X;
  int y0 = get_group_id(1) * TILE_Y;
  int tx = get_local_id(0);
  int ty = get_local_id(1);
#if SHARED
  __local float tile[HIGH][WIDE + PADDING];
  for (int v = ty; v < HIGH; v += BLOCK_Y)
    for (int u = tx; u < WIDE; u += BLOCK_X) {
      int column = x0 + u - RADIUS;
      int row = y0 + v - RADIUS;
      if (column >= 0 && column < width && row >= 0 && row < height)
        tile[v][u] = in[row * width + column];
      else
        tile[v][u] = 0.0f;
    }
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  float sum[WORK_Y][WORK_X];
  for (int v = 0; v < WORK_Y; ++v)
    for (int u = 0; u < WORK_X; ++u)
      sum[v][u] = 0.0f;
  for (int j = 0; j < DIAMETER; ++j) {
#pragma unroll UNROLL
    for (int i = 0; i < DIAMETER; ++i) {
      float weight = WEIGHT(j * DIAMETER + i);
      for (int v = 0; v < WORK_Y; ++v)
        for (int u = 0; u < WORK_X; ++u) {
#if SHARED
          sum[v][u] +=
              weight * tile[ty + v * BLOCK_Y + j][tx + u * BLOCK_X + i];
#else
          int column = x0 + tx + u * BLOCK_X + i - RADIUS;
          int row = y0 + ty + v * BLOCK_Y + j - RADIUS;
          if (column >= 0 && column < width && row >= 0 && row < height)
            sum[v][u] += weight * in[row * width + column];
#endif
        }
    }
  }
  for (int v = 0; v < WORK_Y; ++v)
    for (int u = 0; u < WORK_X; ++u) {
      int x = x0 + tx + u * BLOCK_X;
      int y = y0 + ty + v * BLOCK_Y;
      if (x < width && y < height)
        out[y * width + x] = sum[v][u];
    }
}
