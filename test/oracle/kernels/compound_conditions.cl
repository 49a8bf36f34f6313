// Loops that several conditions end.
//
// LAUNCH: grid=2 block=64 n=20 x=float[4096] y=float[4096]
// LAUNCH: grid=1 block=50 n=7 x=float[4096] y=float[4096]
// LAUNCH: grid=1 block=96 n=13 warp=64 x=float[4096] y=float[4096]

kernel void compound_conditions(global const float *x, global float *y, int n) {
  int t = get_local_id(0);
  float sum = 0;
  int i = 0, j = t;
  while (i < n && j > 0) {
    sum += x[i * 64 + j];
    i += 1;
    j -= 3;
  }
  for (int k = 0; k < t % 8 || k < 3; ++k)
    sum += x[k + t];
  do {
    sum += x[i + j + 2];
    ++i;
  } while (i < 5 || (j++ < 0 && i < n));
  for (int a = 0, b = n; a < b && a != t; ++a, --b)
    sum += x[b * 16 + a];
  y[get_global_id(0)] = sum;
}
