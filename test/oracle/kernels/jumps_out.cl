// A jump leaves two loops at once; who jumps skips what stands behind them.
//
// LAUNCH: grid=2 block=64 n=5 x=float[1024] y=float[512]
// LAUNCH: grid=1 block=50 n=9 x=float[1024] y=float[512]
// LAUNCH: grid=1 block=96 n=7 warp=64 x=float[1024] y=float[512]

kernel void jumps_out(global const float *x, global float *y, int n) {
  int i = get_global_id(0), t = get_local_id(0);
  float sum = 0;
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b) {
      if (a * b > t / 2)
        goto done;
      sum += x[a * 64 + b * 8 + t];
    }
  y[i + 256] = sum;
done:
  y[i] = sum;
}
