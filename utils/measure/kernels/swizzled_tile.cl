// A tile in local memory is transposed and increased by one, `rounds` times,
// by a block of TILE x ROWS work-items. Reading a column of TILE rows would
// meet one bank; with SWIZZLE the column index is xored with the row, and rows
// as well as columns spread over all banks without padding.
#ifndef TILE
#define TILE 32
#endif
#ifndef ROWS
#define ROWS 8
#endif
#ifndef SWIZZLE
#define SWIZZLE 1
#endif

#if SWIZZLE
#define AT(row, column) tile[row][(column) ^ (row)]
#else
#define AT(row, column) tile[row][column]
#endif

__kernel void swizzled_tile(int width, int height, int rounds,
                            __global const float *in, __global float *out) {
  __local float tile[TILE][TILE];
  int tx = get_local_id(0);
  int ty = get_local_id(1);
  int column = get_group_id(0) * TILE + tx;
  int row = get_group_id(1) * TILE + ty;
  for (int k = 0; k < TILE; k += ROWS)
    AT(ty + k, tx) = column < width && row + k < height
                         ? in[(row + k) * width + column]
                         : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int round = 0; round < rounds; ++round) {
    float value[TILE / ROWS];
#pragma unroll
    for (int k = 0; k < TILE; k += ROWS)
      value[k / ROWS] = AT(tx, ty + k);
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int k = 0; k < TILE; k += ROWS)
      AT(ty + k, tx) = value[k / ROWS] + 1.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int k = 0; k < TILE; k += ROWS)
    if (column < width && row + k < height)
      out[(row + k) * width + column] = AT(ty + k, tx);
}
