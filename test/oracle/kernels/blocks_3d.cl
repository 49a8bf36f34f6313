// Blocks of three dimensions; warps are no rows.
//
// LAUNCH: grid=2 block=5,3,7 n=1000 x=float[8192] y=float[8192]
// LAUNCH: grid=2,2,2 block=4,4,4 n=1000 x=float[8192] y=float[8192]
// LAUNCH: grid=1,2,1 block=33,2,2 n=300 x=float[8192] y=float[8192]
// LAUNCH: grid=1 block=8,2,8 n=90 warp=64 x=float[8192] y=float[8192]

kernel void blocks_3d(global const float *x, global float *y, int n) {
  int tx = get_local_id(0), ty = get_local_id(1), tz = get_local_id(2);
  int w = get_local_size(0), h = get_local_size(1), d = get_local_size(2);
  int b = get_group_id(0) + 2 * get_group_id(1) + 4 * get_group_id(2);
  int i = (tz * h + ty) * w + tx;
  y[b * 128 + i] = x[(tx * h + ty) * d + tz];
  if (i + b * 64 < n)
    y[tz * 64 + ty * 8 + tx] = x[i * 3 + b];
  if (ty == tz)
    for (int k = tx; k < w + ty; ++k)
      y[k * 5] = x[k + tz];
}
