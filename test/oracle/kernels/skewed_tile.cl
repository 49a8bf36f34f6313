// Every row of a tile is turned by one column more than the row above it:
// rows, columns and diagonals all spread over the banks.
//
// LAUNCH: grid=2 block=16,16 y=float[4096]
// LAUNCH: grid=1 block=16,4 y=float[4096]
// LAUNCH: grid=1 block=16,8 warp=64 y=float[4096]

kernel void skewed_tile(global float *y) {
  local float tile[16 * 16];
  int column = get_local_id(0), b = get_group_id(0);
  int rows = get_local_size(1);
  for (int row = get_local_id(1); row < 16; row += rows)
    tile[row * 16 + (column + row) % 16] = row * column;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int row = get_local_id(1); row < 16; row += rows) {
    float down = tile[column * 16 + (row + column) % 16];
    int next = (row + column + 1) % 16;
    float diagonal = tile[column * 16 + (next + column) % 16];
    y[b * 256 + row * 16 + column] = down + diagonal;
  }
}
