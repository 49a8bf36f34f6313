// A tile with a rim of one point on all sides: the threads at a side of the
// block load the rim beyond it.
//
// LAUNCH: grid=2,2 block=16,8 w=32 x=float[4096] y=float[2048]
// LAUNCH: grid=2,3 block=10,6 w=40 x=float[4096] y=float[2048]
// LAUNCH: grid=1,2 block=16,16 w=21 warp=64 x=float[4096] y=float[2048]

kernel void stencil_tile(global const float *x, global float *y, int w) {
  local float tile[18][18];
  int tx = get_local_id(0), ty = get_local_id(1);
  int right = get_local_size(0) - 1, bottom = get_local_size(1) - 1;
  int i = get_global_id(1) * w + get_global_id(0);
  global const float *at = x + w + 1 + i;
  tile[ty + 1][tx + 1] = *at;
  if (tx == 0)
    tile[ty + 1][0] = at[-1];
  if (tx == right)
    tile[ty + 1][tx + 2] = at[1];
  if (ty == 0)
    tile[0][tx + 1] = at[-w];
  if (ty == bottom)
    tile[ty + 2][tx + 1] = at[w];
  barrier(CLK_LOCAL_MEM_FENCE);
  y[i] = tile[ty][tx + 1] + tile[ty + 2][tx + 1] + tile[ty + 1][tx] +
         tile[ty + 1][tx + 2];
}
