// A tile is transposed without padding: element (row, column) lies in column
// row ^ column, so that a column of the tile lies in 32 different banks.
//
// LAUNCH: grid=2,2 block=32,8 n=64 x=float[4096] y=float[4096]
// LAUNCH: grid=1,2 block=32,4 n=70 x=float[8192] y=float[8192]
// LAUNCH: grid=2,1 block=32,2 n=64 warp=64 x=float[4096] y=float[4096]

kernel void xor_tile(global const float *x, global float *y, int n) {
  local float tile[32][32];
  int column = get_local_id(0), left = get_group_id(0) * 32;
  int top = get_group_id(1) * 32;
  for (int row = get_local_id(1); row < 32; row += get_local_size(1))
    tile[row][row ^ column] = x[(top + row) * n + left + column];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int row = get_local_id(1); row < 32; row += get_local_size(1))
    y[(left + row) * n + top + column] = tile[column][column ^ row];
}
