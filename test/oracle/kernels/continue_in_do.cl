// In a loop that tests at its end, going on means going to the test.
//
// LAUNCH: grid=2 block=64 n=9 x=float[4096] y=float[1024]
// LAUNCH: grid=1 block=50 n=20 x=float[4096] y=float[1024]
// LAUNCH: grid=1 block=96 n=5 warp=64 x=float[4096] y=float[1024]

kernel void continue_in_do(global const float *x, global float *y, int n) {
  int t = get_local_id(0), k = 0;
  float sum = 0;
  do {
    if ((k + t) % 3 == 0)
      continue;
    sum += x[k * 64 + t];
    if (k == t % 11)
      break;
    sum += x[k];
  } while (++k < n);
  do {
    int j = k;
    do {
      sum += x[j * 16 + t];
      if (j % 5 == 4)
        break;
    } while (j++ < t % 7 + k);
    k += 2;
  } while (k < n + t % 2);
  y[get_global_id(0)] = sum;
}
