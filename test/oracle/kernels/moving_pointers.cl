// Pointers that advance by one, by a stride and by the lane.
//
// LAUNCH: grid=2 block=64 n=7 x=float[8192] y=float[8192]
// LAUNCH: grid=1 block=45 n=12 x=float[8192] y=float[8192]
// LAUNCH: grid=1 block=96 n=30 warp=64 x=float[8192] y=float[8192]

kernel void moving_pointers(global const float *x, global float *y, int n) {
  int t = get_local_id(0);
  global const float *p = x + t;
  global float *q = y + 4000;
  for (int k = 0; k < n; ++k) {
    *q = *p;
    p += 64;
    q -= t;
  }
  global const float *r = x + t * 4;
  for (int k = 0; k < 4; ++k)
    y[t] += *r++;
  global const float *end = x + 100;
  for (global const float *s = x + t; s < end; s += 9)
    y[t + 256] += *s;
}
