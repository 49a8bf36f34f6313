// Halving an interval finds a whole square root; all lanes need about as many
// steps, and each goes its own way.
//
// LAUNCH: grid=2 block=64 x=float[512] y=int[256]
// LAUNCH: grid=1 block=45 x=float[512] y=int[256]
// LAUNCH: grid=1 block=128 warp=64 x=float[512] y=int[256]

kernel void bisection(global const float *x, global int *y) {
  int i = get_global_id(0);
  int low = 0, high = i + 1;
  float sum = 0;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    sum += x[middle];
    if (middle * middle <= i)
      low = middle;
    else
      high = middle;
  }
  y[i] = low + sum;
}
