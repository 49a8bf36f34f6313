// The greatest common divisor of a thread's number and an argument: a loop
// whose condition is its own remainder.
//
// LAUNCH: grid=2 block=64 n=360 x=float[512] y=int[256]
// LAUNCH: grid=1 block=50 n=89 x=float[512] y=int[256]
// LAUNCH: grid=1 block=96 n=144 warp=64 x=float[512] y=int[256]

kernel void euclid(global const float *x, global int *y, int n) {
  int i = get_global_id(0);
  int a = n, b = i;
  float sum = 0;
  while (b) {
    int rest = a % b;
    a = b;
    b = rest;
    sum += x[a + b];
  }
  y[i] = a + sum;
}
