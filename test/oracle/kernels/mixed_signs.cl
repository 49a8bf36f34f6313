// A signed number meets an unsigned one and becomes unsigned: less than zero is
// then more than everything.
//
// LAUNCH: grid=2 block=64 n=10 u=20 x=float[1024] y=float[1024]
// LAUNCH: grid=1 block=50 n=-1 u=3 x=float[1024] y=float[1024]
// LAUNCH: grid=1 block=96 n=40 u=4000000000 warp=64 x=float[1024] y=float[1024]

kernel void mixed_signs(global const float *x, global float *y, int n, uint u) {
  int t = get_local_id(0);
  if (t - n < u)
    y[t] = 1;
  if (t - 10 > 5u)
    y[t + 128] = x[t];
  long far = t - 30;
  if (far < u)
    y[t + 256] = 2;
  if ((t - 30) / 4u > 1000)
    y[t + 384] = x[(t - 30) % 8u];
  for (uint k = 5; k + n < u && k < 9; ++k)
    y[512 + k * 32 + t] = 3;
}
