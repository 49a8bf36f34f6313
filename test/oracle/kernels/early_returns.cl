// Lanes return at the top, from a loop and from two loops at once.
//
// LAUNCH: grid=4 block=32 n=100 x=float[4096] y=float[4096]
// LAUNCH: grid=2 block=48 n=70 x=float[4096] y=float[4096]
// LAUNCH: grid=2 block=96 n=150 warp=64 x=float[4096] y=float[4096]

kernel void early_returns(global const float *x, global float *y, int n) {
  int i = get_global_id(0), t = get_local_id(0);
  if (i >= n)
    return;
  y[i] = 1;
  for (int k = 0; k < 6; ++k) {
    if (k * 9 == t) {
      y[1000 + t] = x[k];
      return;
    }
    y[i * 2] = x[k * 32 + t];
  }
  for (int k = 0; k < 4; ++k)
    for (int m = 0; m < 5; ++m) {
      if (k * 5 + m == t / 2) {
        y[2000 + t] = 2;
        return;
      }
      y[3000 + m] = 3;
    }
  y[i * 3] = 4;
}
