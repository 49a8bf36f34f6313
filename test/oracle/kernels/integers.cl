// Unsigned wrap-around, negative division and remainder, 64-bit products.
//
// LAUNCH: grid=2 block=64 n=20 x=float[8192] y=float[8192]
// LAUNCH: grid=1 block=50 n=7 x=float[8192] y=float[8192]
// LAUNCH: grid=1 block=128 n=100 warp=64 x=float[8192] y=float[8192]

kernel void integers(global const float *x, global float *y, int n) {
  int i = get_global_id(0), t = get_local_id(0);
  uint u = t - 5;
  if (u < n)
    y[u] = x[u * 3];
  y[1000 + (t - 20) / 3] = x[1000 + (t - 20) % 7];
  y[2000 + (t - 30 >> 2)] = x[2000 + (3 - t) / -4];
  long big = (long)i * 0x100000001;
  y[3000 + (big >> 32)] = x[3000 + (int)(big & 63)];
  unsigned char small = t * 9;
  short shorter = t * 1200;
  y[4000 + small] = x[4096 + (shorter >> 4)];
  for (uint k = t; k < 70; k -= 3)
    y[5000 + k] = 1;
}
