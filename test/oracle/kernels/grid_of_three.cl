// A grid of three dimensions, whose blocks are numbered by hand, some of which
// have nothing to do.
//
// LAUNCH: grid=3,2,4 block=8,4 n=17 x=float[4096] y=float[4096]
// LAUNCH: grid=2,5,2 block=5,3,2 n=11 x=float[4096] y=float[4096]
// LAUNCH: grid=2,2,3 block=16,8 n=9 warp=64 x=float[4096] y=float[4096]

kernel void grid_of_three(global const float *x, global float *y, int n) {
  int bx = get_group_id(0), by = get_group_id(1), bz = get_group_id(2);
  int b = (bz * get_num_groups(1) + by) * get_num_groups(0) + bx;
  if (b >= n || (bx + by + bz) % 3 == 2)
    return;
  int t = (get_local_id(2) * get_local_size(1) + get_local_id(1)) *
              get_local_size(0) +
          get_local_id(0);
  y[b * 128 + t] = x[(bz * 100 + by * 30 + bx) * 4 + t];
  for (int k = bx; k <= by + bz; ++k)
    y[b * 128 + k] = x[k * k];
}
