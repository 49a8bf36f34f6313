// Every lane has its own number of iterations.
//
// LAUNCH: grid=2 block=64 n=3 x=float[8192] y=float[256]
// LAUNCH: grid=1 block=96 n=0 x=float[8192] y=float[256]
// LAUNCH: grid=2 block=33 n=11 x=float[8192] y=float[256]

kernel void lane_bounds(global const float *x, global float *y, int n) {
  int t = get_local_id(0);
  float sum = 0;
  for (int k = 0; k < t % 7 + n; ++k)
    sum += x[k * 33 + t];
  for (int k = 0; k <= t / 4; k += 2)
    sum += x[t * 16 + k];
  for (int k = 20 - t; k > 0; --k)
    sum += x[k];
  y[get_global_id(0)] = sum;
}
