// A small machine: a loop around a switch, whose cases go on, leave the loop,
// fall into the next one or leave the kernel.
//
// LAUNCH: grid=2 block=64 n=9 x=float[4096] y=float[1024]
// LAUNCH: grid=1 block=50 n=20 x=float[4096] y=float[1024]
// LAUNCH: grid=1 block=96 n=14 warp=64 x=float[4096] y=float[1024]

kernel void switch_loops(global const float *x, global float *y, int n) {
  int i = get_global_id(0), t = get_local_id(0), state = t % 4;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    switch (state) {
    case 0:
      sum += x[k * 64 + t];
      state = 1 + k % 2;
      continue;
    case 1:
      sum += x[t];
    case 2:
      sum += x[t * 2 + k];
      state = t % 3;
      break;
    case 7:
      y[i + 512] = sum;
      return;
    default:
      state = 7 - (t & 4);
    }
    y[k * 8 + t % 8] = sum;
    if (state > 5 && k > 6)
      break;
  }
  y[i + 256] = sum;
}
