// The k-th pair (i, j) with i < j: a thread counts rows off until its pair is
// in reach.
//
// LAUNCH: grid=2 block=64 n=15 x=float[256] y=float[256]
// LAUNCH: grid=1 block=50 n=9 x=float[256] y=float[256]
// LAUNCH: grid=1 block=128 n=16 warp=64 x=float[256] y=float[256]

kernel void pairs_of_a_triangle(global const float *x, global float *y, int n) {
  int k = get_global_id(0), i = 0;
  if (k >= n * (n - 1) / 2)
    return;
  int left = k;
  while (left >= n - 1 - i) {
    left -= n - 1 - i;
    ++i;
  }
  y[k] = x[i] * x[i + 1 + left];
}
