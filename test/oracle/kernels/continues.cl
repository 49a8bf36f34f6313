// Some lanes skip the rest of an iteration.
//
// LAUNCH: grid=2 block=64 n=12 x=float[4096] y=float[4096]
// LAUNCH: grid=1 block=31 n=7 x=float[4096] y=float[4096]
// LAUNCH: grid=1 block=100 n=10 warp=64 x=float[4096] y=float[4096]

kernel void continues(global const float *x, global float *y, int n) {
  int t = get_local_id(0);
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    if (i % 2 == t % 2)
      continue;
    sum += x[i + t];
    if (t < i * 3) {
      sum += x[t * 2];
      continue;
    }
    sum += x[i * 7];
  }
  int j = 0;
  while (j < n) {
    ++j;
    if (t % j == 0)
      continue;
    y[j * 64 + t] = sum;
  }
}
