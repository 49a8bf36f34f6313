// One Jacobi step on a grid: a point becomes a weighted sum of itself and its
// four neighbours; the border stays as it is in out. The rows above and below
// come from the caches or from a tile in local memory with a halo of one.

#ifndef TILE_X
#define TILE_X 32
#endif
#ifndef TILE_Y
#define TILE_Y 8
#endif

__kernel void stencil_2d(int width, int height, float center, float side,
                         __global const float *restrict in,
                         __global float *restrict out) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
    int i = y * width + x;
    out[i] = center * in[i] +
             side * (in[i - 1] + in[i + 1] + in[i - width] + in[i + width]);
  }
}

// The group is TILE_X x TILE_Y work-items.
__kernel void stencil_2d_shared(int width, int height, float center, float side,
                                __global const float *restrict in,
                                __global float *restrict out) {
  __local float tile[TILE_Y + 2][TILE_X + 2];
  int tx = get_local_id(0) + 1;
  int ty = get_local_id(1) + 1;
  int x = get_group_id(0) * TILE_X + get_local_id(0);
  int y = get_group_id(1) * TILE_Y + get_local_id(1);
  int i = y * width + x;
  if (x < width && y < height) {
    tile[ty][tx] = in[i];
    if (tx == 1 && x > 0)
      tile[ty][0] = in[i - 1];
    if (tx == TILE_X && x < width - 1)
      tile[ty][TILE_X + 1] = in[i + 1];
    if (ty == 1 && y > 0)
      tile[0][tx] = in[i - width];
    if (ty == TILE_Y && y < height - 1)
      tile[TILE_Y + 1][tx] = in[i + width];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1)
    out[i] =
        center * tile[ty][tx] + side * (tile[ty][tx - 1] + tile[ty][tx + 1] +
                                        tile[ty - 1][tx] + tile[ty + 1][tx]);
}
