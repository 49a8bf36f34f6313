// Nested loops whose bounds are the counters around them, and the lane.
//
// LAUNCH: grid=1 block=32 n=6 x=float[4096] y=float[256]
// LAUNCH: grid=2 block=40 n=4 x=float[4096] y=float[256]
// LAUNCH: grid=1 block=64 n=5 warp=64 x=float[4096] y=float[256]

kernel void triangular_loops(global const float *x, global float *y, int n) {
  int t = get_local_id(0);
  float sum = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      sum += x[i * 64 + j * 8 + t];
  for (int i = 0; i < t % 8; ++i)
    for (int j = i; j < n; ++j) {
      sum += x[i * 16 + j];
      for (int k = j; k < i + t / 8; ++k)
        sum += x[k * 32 + t];
    }
  y[get_global_id(0)] = sum;
}
