// One unsigned comparison tests both ends of a range, for less than nothing is
// a large number; and a loop counts down to zero.
//
// LAUNCH: grid=2 block=64 n=100 r=2 x=float[1024] y=float[1024]
// LAUNCH: grid=1 block=50 n=37 r=5 x=float[1024] y=float[1024]
// LAUNCH: grid=1 block=96 n=64 r=1 warp=64 x=float[1024] y=float[1024]

kernel void borders(global const float *x, global float *y, int n, int r) {
  int i = get_global_id(0);
  float sum = 0;
  for (int k = -r; k <= r; ++k)
    if ((uint)(i + k) < (uint)n)
      sum += x[i + k];
  for (uint k = i % 4; k-- > 0;)
    sum += x[k * 8 + i];
  if ((uint)i - 10u < 50u)
    y[i] = sum;
}
