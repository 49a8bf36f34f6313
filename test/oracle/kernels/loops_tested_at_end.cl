// do-while and endless loops, left in the middle.
//
// LAUNCH: grid=2 block=64 n=9 x=float[8192] y=float[4096]
// LAUNCH: grid=1 block=37 n=2 x=float[8192] y=float[4096]
// LAUNCH: grid=1 block=64 n=20 warp=64 x=float[8192] y=float[4096]

kernel void loops_tested_at_end(global const float *x, global float *y, int n) {
  int t = get_local_id(0);
  float sum = 0;
  int i = 0;
  do {
    sum += x[i * 64 + t];
    ++i;
  } while (i < t % 5);
  do {
    sum += x[i];
    if (i % 4 == t % 4)
      break;
    sum += x[i + t];
    ++i;
  } while (i < n + t);
  while (1) {
    sum += x[i * 2];
    if (i >= n)
      break;
    sum += x[i * 3 + t];
    i += 1 + t / 16;
  }
  for (;;) {
    if (i > 40)
      break;
    i += 7;
    y[i] = sum;
  }
  y[get_global_id(0) + 100] = sum;
}
