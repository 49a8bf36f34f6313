// The 7-point step of stencil_3d.* marching through z, with the choices left
// open as macros: the group, the points per work-item in x and y, the planes a
// group marches through, neighbours in x and y from local or global memory, the
// tile's padding, and how far the march is unrolled.

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
#define WORK_Y 1
#endif
#ifndef PLANES
#define PLANES 32
#endif
#ifndef SHARED
#define SHARED 1
#endif
#ifndef PADDING
#define PADDING 0
#endif
#ifndef UNROLL
#define UNROLL 1
#endif
#define TILE_X (BLOCK_X * WORK_X)
#define TILE_Y (BLOCK_Y * WORK_Y)

// The group is BLOCK_X x BLOCK_Y work-items; a work-item's points lie BLOCK_X
// columns and BLOCK_Y rows apart.
__kernel void stencil_3d_tuned(int nx, int ny, int nz, float center, float side,
                               __global const float *restrict in,
                               __global float *restrict out) {
  int x0 = get_group_id(0) * TILE_X;
  int y0 = get_group_id(1) * TILE_Y;
  int tx = get_local_id(0);
  int ty = get_local_id(1);
  int plane = nx * ny;
  int first = get_group_id(2) * PLANES + 1;
  int last = min(first + PLANES, nz - 1);
  float behind[WORK_Y][WORK_X], current[WORK_Y][WORK_X];
  for (int v = 0; v < WORK_Y; ++v)
    for (int u = 0; u < WORK_X; ++u) {
      int x = x0 + tx + u * BLOCK_X;
      int y = y0 + ty + v * BLOCK_Y;
      if (x < nx && y < ny) {
        behind[v][u] = in[(first - 1) * plane + y * nx + x];
        current[v][u] = in[first * plane + y * nx + x];
      }
    }
#if SHARED
  __local float tile[TILE_Y + 2][TILE_X + 2 + PADDING];
#endif
#pragma unroll UNROLL
  for (int z = first; z < last; ++z) {
#if SHARED
    for (int row = ty; row < TILE_Y + 2; row += BLOCK_Y)
      for (int column = tx; column < TILE_X + 2; column += BLOCK_X) {
        int x = x0 + column - 1;
        int y = y0 + row - 1;
        if (x >= 0 && x < nx && y >= 0 && y < ny)
          tile[row][column] = in[z * plane + y * nx + x];
      }
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    for (int v = 0; v < WORK_Y; ++v)
      for (int u = 0; u < WORK_X; ++u) {
        int x = x0 + tx + u * BLOCK_X;
        int y = y0 + ty + v * BLOCK_Y;
        if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1) {
          int i = z * plane + y * nx + x;
          float ahead = in[i + plane];
#if SHARED
          int row = ty + v * BLOCK_Y + 1;
          int column = tx + u * BLOCK_X + 1;
          float around = tile[row][column - 1] + tile[row][column + 1] +
                         tile[row - 1][column] + tile[row + 1][column];
#else
          float around = in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx];
#endif
          out[i] =
              center * current[v][u] + side * (around + behind[v][u] + ahead);
          behind[v][u] = current[v][u];
          current[v][u] = ahead;
        }
      }
#if SHARED
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }
}
