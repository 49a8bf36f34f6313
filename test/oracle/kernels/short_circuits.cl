// Operands of && and || run for those lanes that they still matter to.
//
// LAUNCH: grid=3 block=64 n=150 m=5 x=float[4096] y=float[4096]
// LAUNCH: grid=1 block=80 n=20 m=64 x=float[4096] y=float[4096]
// LAUNCH: grid=1 block=100 n=70 m=30 warp=64 x=float[4096] y=float[4096]

kernel void short_circuits(global const float *x, global float *y, int n, int m) {
  int i = get_global_id(0), t = get_local_id(0);
  if (i < n && t > m)
    y[i] = 1;
  if (t < m || i % 3 == 0)
    y[i * 2] = 2;
  if ((t & 1 && i < n) || (t > 20 && t != 25))
    y[i + 1000] = 3;
  if (!(t < 10) && !(i & 4))
    y[i + 2000] = 4;
  for (int k = 0; k < t && k < m; ++k)
    y[3000 + k] = x[k * 3];
  int both = t > 3 && i < n - 1;
  y[i + 500] = both;
}
