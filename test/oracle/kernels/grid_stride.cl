// Each thread takes elements a grid apart, and blocks get different numbers.
//
// LAUNCH: grid=3 block=64 n=1000 x=float[4096] y=float[4096]
// LAUNCH: grid=2 block=50 n=333 x=float[4096] y=float[4096]
// LAUNCH: grid=8 block=32 n=40 x=float[4096] y=float[4096]

kernel void grid_stride(global const float *x, global float *y, int n) {
  int step = get_global_size(0);
  for (int i = get_global_id(0); i < n; i += step) {
    y[i] = x[i] * 2;
    if (i % 5 == 0)
      y[i / 5] = x[n - i];
  }
}
