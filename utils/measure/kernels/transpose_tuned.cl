// out = in^T through a TILE_X x TILE_Y tile in local memory, with the choices
// left open as macros: the tile's shape, the work-items of a group, the padding
// of the tile's rows, the width of global accesses, how far the loops are
// unrolled, and the order of the tiles.

#ifndef TILE_X
#define TILE_X 32
#endif
#ifndef TILE_Y
#define TILE_Y 32
#endif
#ifndef THREADS
#define THREADS 256
#endif
#ifndef PADDING
#define PADDING 1
#endif
#ifndef VECTOR
#define VECTOR 1
#endif
#ifndef UNROLL
#define UNROLL 1
#endif
#ifndef DIAGONAL
#define DIAGONAL 0
#endif

#if VECTOR == 4
typedef float4 Elements;
#elif VECTOR == 2
typedef float2 Elements;
#else
typedef float Elements;
#endif

// The group is THREADS work-items; width is a multiple of TILE_X, height of
// TILE_Y. DIAGONAL: tiles that run at one time lie on a diagonal, so that
// neither their rows nor their columns are all in one memory partition.
__kernel void transpose_tuned(int width, int height,
                              __global const Elements *restrict in,
                              __global Elements *restrict out) {
  __local float tile[TILE_Y][TILE_X + PADDING];
  int bx = get_group_id(0);
  int by = get_group_id(1);
#if DIAGONAL
  bx = (bx + by) % (width / TILE_X);
#endif
  int x0 = bx * TILE_X;
  int y0 = by * TILE_Y;
#pragma unroll UNROLL
  for (int t = get_local_id(0); t < TILE_X * TILE_Y / VECTOR; t += THREADS) {
    int x = t % (TILE_X / VECTOR) * VECTOR;
    int y = t / (TILE_X / VECTOR);
    Elements row = in[((y0 + y) * width + x0 + x) / VECTOR];
#if VECTOR == 1
    tile[y][x] = row;
#else
    tile[y][x] = row.x;
    tile[y][x + 1] = row.y;
#endif
#if VECTOR == 4
    tile[y][x + 2] = row.z;
    tile[y][x + 3] = row.w;
#endif
  }
  barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll UNROLL
  for (int t = get_local_id(0); t < TILE_X * TILE_Y / VECTOR; t += THREADS) {
    int y = t % (TILE_Y / VECTOR) * VECTOR;
    int x = t / (TILE_Y / VECTOR);
    Elements column;
#if VECTOR == 1
    column = tile[y][x];
#else
    column.x = tile[y][x];
    column.y = tile[y + 1][x];
#endif
#if VECTOR == 4
    column.z = tile[y + 2][x];
    column.w = tile[y + 3][x];
#endif
    out[((x0 + x) * height + y0 + y) / VECTOR] = column;
  }
}
