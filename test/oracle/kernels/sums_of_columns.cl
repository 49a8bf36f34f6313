// A block sums a strip of columns: its rows of threads take turns on the rows of
// the matrix, and a tree over the rows of threads comes last.
//
// LAUNCH: grid=2 block=16,8 h=20 w=32 x=float[2048] y=float[256]
// LAUNCH: grid=1 block=32,4 h=11 w=32 x=float[2048] y=float[256]
// LAUNCH: grid=3 block=10,8 h=9 w=29 x=float[2048] y=float[256]
// LAUNCH: grid=1 block=32,8 h=30 w=30 warp=64 x=float[2048] y=float[256]

kernel void sums_of_columns(global const float *x, global float *y, int h,
                            int w) {
  local float part[256];
  int tx = get_local_id(0), ty = get_local_id(1);
  int column = get_global_id(0), wide = get_local_size(0);
  float sum = 0;
  if (column < w)
    for (int row = ty; row < h; row += get_local_size(1))
      sum += x[row * w + column];
  part[ty * wide + tx] = sum;
  for (int half_way = get_local_size(1) / 2; half_way > 0; half_way /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (ty < half_way)
      part[ty * wide + tx] += part[(ty + half_way) * wide + tx];
  }
  if (ty == 0 && column < w)
    y[column] = part[tx];
}
