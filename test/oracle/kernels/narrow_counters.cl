// Counters of a byte or two wrap around where an int would go on; what is less
// than an int counts as one in between.
//
// LAUNCH: grid=2 block=64 n=7 x=float[1024] y=float[1024]
// LAUNCH: grid=1 block=50 n=13 x=float[1024] y=float[1024]
// LAUNCH: grid=1 block=96 n=3 warp=64 x=float[1024] y=float[1024]

kernel void narrow_counters(global const float *x, global float *y, int n) {
  int t = get_local_id(0);
  float sum = 0;
  for (uchar k = 250; k != 4; ++k)
    sum += x[k + t];
  for (uchar k = t; k < 200; k += 60)
    sum += x[k];
  for (short s = 32760; s > 0; s += n)
    sum += x[s - 32700 + t];
  uchar small = t * n;
  y[small + 256] = x[(uchar)(small + 200)] + x[small + 200];
  char negative = t * 3;
  y[600 + negative] = sum;
  ushort wide = t - 20;
  y[(wide >> 8) + 750] = 1;
}
