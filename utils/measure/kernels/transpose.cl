// out = in^T. Naive: rows are read whole, columns are written one sector per
// element. Tiled: a TILE x TILE tile in local memory makes both sides whole
// rows, but a warp that reads a column of the tile meets one bank 32 times.
// Padded: one column more spreads it over all banks.

#ifndef TILE
#define TILE 32
#endif
#ifndef ROWS
#define ROWS 8
#endif

__kernel void transpose_naive(int width, int height, __global const float *in,
                              __global float *out) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x < width && y < height)
    out[x * height + y] = in[y * width + x];
}

// The group is TILE x ROWS work-items; each moves TILE / ROWS elements.
__kernel void transpose_tiled(int width, int height, __global const float *in,
                              __global float *out) {
  __local float tile[TILE][TILE];
  int tx = get_local_id(0);
  int ty = get_local_id(1);
  int x = get_group_id(0) * TILE + tx;
  int y = get_group_id(1) * TILE + ty;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < width && y + j < height)
      tile[ty + j][tx] = in[(y + j) * width + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  x = get_group_id(1) * TILE + tx;
  y = get_group_id(0) * TILE + ty;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < height && y + j < width)
      out[(y + j) * height + x] = tile[tx][ty + j];
}

__kernel void transpose_padded(int width, int height, __global const float *in,
                               __global float *out) {
  __local float tile[TILE][TILE + 1];
  int tx = get_local_id(0);
  int ty = get_local_id(1);
  int x = get_group_id(0) * TILE + tx;
  int y = get_group_id(1) * TILE + ty;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < width && y + j < height)
      tile[ty + j][tx] = in[(y + j) * width + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  x = get_group_id(1) * TILE + tx;
  y = get_group_id(0) * TILE + ty;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < height && y + j < width)
      out[(y + j) * height + x] = tile[tx][ty + j];
}
