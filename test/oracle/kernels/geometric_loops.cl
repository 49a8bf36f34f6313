// Counters that double, halve and shift.
//
// LAUNCH: grid=2 block=64 n=100 x=float[8192] y=float[4096]
// LAUNCH: grid=1 block=40 n=33 x=float[8192] y=float[4096]
// LAUNCH: grid=1 block=128 n=200 warp=64 x=float[8192] y=float[4096]

kernel void geometric_loops(global const float *x, global float *y, int n) {
  int t = get_local_id(0);
  float sum = 0;
  for (int s = 1; s < n; s *= 2)
    sum += x[t * s % 512];
  for (int s = n; s > t; s /= 2)
    sum += x[t + s];
  for (int s = t + 1; s < n; s *= 3)
    sum += x[s];
  for (unsigned s = t; s != 0; s >>= 1)
    sum += x[s * 4 + t];
  y[get_global_id(0)] = sum;
}
