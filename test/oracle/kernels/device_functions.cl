// A function with a loop and two ways out, called in several places.
//
// LAUNCH: grid=2 block=64 n=9 x=float[4096] y=float[4096]
// LAUNCH: grid=1 block=50 n=20 x=float[4096] y=float[4096]
// LAUNCH: grid=1 block=80 n=30 warp=64 x=float[4096] y=float[4096]

float row(global const float *x, int t, int n) {
  float sum = 0;
  if (t > 40)
    return x[t];
  for (int k = 0; k < n; ++k) {
    if (k * 2 > t)
      return sum;
    sum += x[k * 32 + t];
  }
  return sum;
}

float twice(global const float *x, int t, int n) {
  return row(x, t, n) + row(x + 7, t * 2, n - 1);
}

kernel void device_functions(global const float *x, global float *y, int n) {
  int t = get_local_id(0);
  float sum = row(x, t, n);
  if (t % 3 == 0)
    sum += twice(x, t / 2, n);
  for (int k = 0; k < t % 3; ++k)
    sum += row(x, k, 4);
  y[get_global_id(0)] = sum;
}
