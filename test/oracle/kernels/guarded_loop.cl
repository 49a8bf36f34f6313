// A guard skips other lanes in every iteration.
//
// LAUNCH: grid=2 block=64 n=9 x=float[4096] y=float[4096]
// LAUNCH: grid=3 block=50 n=17 x=float[4096] y=float[4096]
// LAUNCH: grid=1 block=32,2 n=1 x=float[4096] y=float[4096]
// LAUNCH: grid=2 block=64 n=9 warp=64 x=float[4096] y=float[4096]

kernel void guarded_loop(global const float *x, global float *y, int n) {
  int t = get_local_id(0);
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    if ((t + k) % 3 != 0)
      sum += x[t * 5 + k];
    if (k > t)
      sum += x[k * 64 + t];
    else
      sum -= x[k];
  }
  y[get_group_id(0) * 64 + t] = sum;
}
