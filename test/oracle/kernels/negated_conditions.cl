// The opposite of a && b or a || b. A compiler branches on a and on b; the
// model lets the lanes come together in between and branch on the whole.
//
// LAUNCH: grid=3 block=64 n=150 x=float[4096] y=float[4096]
// LAUNCH: grid=1 block=50 n=20 x=float[4096] y=float[4096]
// LAUNCH: grid=2 block=96 n=133 warp=64 x=float[4096] y=float[4096]

kernel void negated_conditions(global const float *x, global float *y, int n) {
  int i = get_global_id(0), t = get_local_id(0);
  if (!(t < 10 || t > 50))
    y[i] = x[i * 2];
  if (!(i < n && t != 3))
    y[i + 1000] = x[t];
}
