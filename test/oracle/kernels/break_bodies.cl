// Lanes leave a loop in different iterations and do something on their way out:
// that happens in the iteration in which they leave.
//
// LAUNCH: grid=2 block=64 n=12 x=float[4096] y=float[4096]
// LAUNCH: grid=1 block=45 n=3 x=float[4096] y=float[4096]
// LAUNCH: grid=1 block=100 n=25 warp=64 x=float[4096] y=float[4096]

kernel void break_bodies(global const float *x, global float *y, int n) {
  int t = get_local_id(0);
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += x[i * 64 + t];
    if (i == t / 5) {
      y[t * 2] = sum;
      break;
    }
    sum += x[t];
  }
  y[t + 256] = sum;
  for (int i = 0; i < n; ++i) {
    if (i * 3 == t) {
      for (int j = 0; j < 3; ++j)
        y[512 + i + j] = sum;
      break;
    }
    if (i + t > 40) {
      y[1024 + t] = 1;
      if (t & 1)
        break;
    }
  }
}
