// Blocks that are no multiple of the warp, with a tail.
//
// LAUNCH: grid=4 block=50 n=180 x=float[4096] y=float[4096]
// LAUNCH: grid=3 block=33 n=99 x=float[4096] y=float[4096]
// LAUNCH: grid=2 block=1 n=2 x=float[4096] y=float[4096]
// LAUNCH: grid=2,2 block=10,10 n=333 x=float[4096] y=float[4096]

kernel void partial_warps(global const float *x, global float *y, int n) {
  int i = get_group_id(0) * get_local_size(0) + get_local_id(0);
  int j = get_global_id(1) * get_global_size(0) + i;
  if (j < n)
    y[j] = x[j * 2] + x[n - j];
  if (get_local_id(0) == get_local_size(0) - 1)
    y[j + 1000] = 1;
}
