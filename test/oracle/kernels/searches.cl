// A loop that ends with the first hit, with and without a flag: lanes that are
// done wait for the last one.
//
// LAUNCH: grid=2 block=64 n=30 x=float[1024] y=int[512]
// LAUNCH: grid=1 block=50 n=11 x=float[1024] y=int[512]
// LAUNCH: grid=1 block=96 n=50 warp=64 x=float[1024] y=int[512]

kernel void searches(global const float *x, global int *y, int n) {
  int i = get_global_id(0), t = get_local_id(0);
  float sum = 0;
  bool found = false;
  int k = 0;
  for (; k < n && !found; ++k) {
    sum += x[k * 8 + t];
    found = (k * k + t) % 23 == 0;
  }
  y[i] = found ? k : -1;
  int prime = i > 1;
  for (int d = 2; prime && d * d <= i; ++d)
    if (i % d == 0)
      prime = 0;
  if (prime)
    y[i + 256] = sum;
}
