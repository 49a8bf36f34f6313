// Collatz's iteration: nobody knows a formula for the number of steps, but it
// depends on nothing but the start.
//
// LAUNCH: grid=2 block=32 x=float[1024] y=int[256]
// LAUNCH: grid=1 block=50 x=float[1024] y=int[256]
// LAUNCH: grid=1 block=64 warp=64 x=float[1024] y=int[256]

kernel void iterated_maps(global const float *x, global int *y) {
  int i = get_global_id(0);
  int steps = 0;
  float sum = 0;
  for (int v = i + 1; v != 1; ++steps) {
    if (v % 2 == 0)
      v /= 2;
    else
      v = 3 * v + 1;
    sum += x[v % 1000];
  }
  y[i] = steps + sum;
}
