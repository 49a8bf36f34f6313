// A loop unrolled by hand into four independent sums, with a loop for what is
// left over.
//
// LAUNCH: grid=2 block=64 n=23 x=float[4096] y=float[1024]
// LAUNCH: grid=1 block=33 n=3 x=float[4096] y=float[1024]
// LAUNCH: grid=1 block=64 n=16 warp=64 x=float[4096] y=float[1024]

kernel void unrolled(global const float *x, global float *y, int n) {
  int t = get_local_id(0);
  float a = 0, b = 0, c = 0, d = 0;
  int k = 0;
  for (; k + 3 < n; k += 4) {
    a += x[k * 64 + t];
    b += x[(k + 1) * 64 + t];
    c += x[(k + 2) * 64 + t];
    d += x[(k + 3) * 64 + t];
  }
  for (; k < n; ++k)
    a += x[k * 64 + t];
#pragma unroll 2
  for (int j = t % 3; j < n; ++j)
    b += x[j];
  y[get_global_id(0)] = (a + b) + (c + d);
}
