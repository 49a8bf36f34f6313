// Arrays of three dimensions, in shared and in global memory; a thread's place
// goes to different dimensions in each.
//
// LAUNCH: grid=2 block=8,4,3 x=float[4096] y=float[4096]
// LAUNCH: grid=1 block=5,5,2 x=float[4096] y=float[4096]
// LAUNCH: grid=1 block=8,4,4 warp=64 x=float[4096] y=float[4096]

kernel void solid_arrays(global const float *x, global float *y) {
  local float a[4][5][9], b[8][5][5];
  int i = get_local_id(0), j = get_local_id(1), k = get_local_id(2);
  global const float(*solid)[8][16] = (global const float(*)[8][16])x;
  a[k][j][i] = solid[get_group_id(0)][j][i + k];
  b[i][j][k] = solid[i][k][j];
  barrier(CLK_LOCAL_MEM_FENCE);
  y[get_group_id(0) * 256 + (k * 8 + j) * 8 + i] = a[k][j][i] + b[i][4 - j][k];
}
