// A tile is transposed in local memory, with and without padding.
//
// LAUNCH: grid=2,2 block=32,8 n=64 x=float[4096] y=float[4096]
// LAUNCH: grid=1,3 block=32,4 n=40 x=float[8192] y=float[8192]
// LAUNCH: grid=2,1 block=16,16 n=64 x=float[4096] y=float[4096]

kernel void padded_tile(global const float *x, global float *y, int n) {
  local float plain[32][32];
  local float padded[32][33];
  int tx = get_local_id(0), ty = get_local_id(1);
  int bx = get_group_id(0) * 32, by = get_group_id(1) * 32;
  for (int k = ty; k < 32; k += get_local_size(1)) {
    plain[k][tx] = x[(by + k) * n + bx + tx];
    padded[k][tx] = x[(by + k) * n + bx + tx];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = ty; k < 32; k += get_local_size(1))
    y[(bx + k) * n + by + tx] = plain[tx][k] + padded[tx][k];
}
