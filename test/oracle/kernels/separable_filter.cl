// A filter along rows, then along columns, of a tile in shared memory that a
// function fills and two others read.
//
// LAUNCH: grid=2,2 block=8,8 w=20 x=float[1024] y=float[1024]
// LAUNCH: grid=1,3 block=16,4 w=24 x=float[1024] y=float[1024]
// LAUNCH: grid=1,1 block=16,16 w=18 warp=64 x=float[1024] y=float[1024]

#define REACH 2

void fill_tile(local float (*tile)[21], global const float *x, int w) {
  int left = get_group_id(0) * get_local_size(0);
  int top = get_group_id(1) * get_local_size(1);
  for (int r = get_local_id(1); r < get_local_size(1) + 2 * REACH;
       r += get_local_size(1))
    for (int c = get_local_id(0); c < get_local_size(0) + 2 * REACH;
         c += get_local_size(0))
      tile[r][c] = x[(top + r) * w + left + c];
}

float along_row(local const float *row, int c) {
  float sum = 0;
  for (int k = -REACH; k <= REACH; ++k)
    sum += row[c + k];
  return sum;
}

kernel void separable_filter(global const float *x, global float *y, int w) {
  local float tile[21][21];
  int tx = get_local_id(0), ty = get_local_id(1);
  fill_tile(tile, x, w);
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int r = ty; r <= ty + 2 * REACH; ++r)
    sum += along_row(tile[r], tx + REACH);
  y[get_global_id(1) * w + get_global_id(0)] = sum;
}
