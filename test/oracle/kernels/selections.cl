// Choices without and with accesses in their arms.
//
// LAUNCH: grid=2 block=64 n=40 x=float[4096] y=float[4096]
// LAUNCH: grid=1 block=50 n=11 x=float[4096] y=float[4096]
// LAUNCH: grid=1 block=128 n=90 warp=64 x=float[4096] y=float[4096]

kernel void selections(global const float *x, global float *y, int n) {
  int t = get_local_id(0);
  int i = t < n ? t : n - 1;
  y[get_global_id(0)] = x[i];
  y[t + 256] = t % 3 == 1 ? x[t * 2] : x[t + 100];
  y[t < 20 ? t * 2 : t + 500] = t > n ? x[5] : 0.0f;
  y[t + 1000] = x[min(t, n) + max(t - n, 3)];
  y[t + 2000] = x[clamp(t, 5, n)] + x[abs(20 - t)];
  y[t + 2500] = x[select(t, t * 3, t > 9)];
  // By the signs of the elements.
  int2 v = select((int2)(t, t * 2), (int2)(7, 9), (int2)(-(t & 1), t));
  y[t + 3000] = x[v.x + v.y];
}
