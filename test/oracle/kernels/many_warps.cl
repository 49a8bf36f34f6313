// Blocks of the largest size, and tails of a block: the work of one warp
// depends on which one it is.
//
// LAUNCH: grid=1 block=1024 n=700 x=float[2048] y=float[2048]
// LAUNCH: grid=2 block=512,2 n=1500 x=float[4096] y=float[2048]
// LAUNCH: grid=1 block=1000 n=1000 warp=64 x=float[2048] y=float[2048]

kernel void many_warps(global const float *x, global float *y, int n) {
  int t = get_local_id(1) * get_local_size(0) + get_local_id(0);
  int warp = t / 32, i = get_group_id(0) * get_local_size(0) + t;
  if (i >= n)
    return;
  float sum = 0;
  for (int k = 0; k < warp % 5; ++k)
    sum += x[i + k];
  if (warp & 1)
    y[i] = sum;
  else if (t % 32 < warp)
    y[i] = -sum;
}
