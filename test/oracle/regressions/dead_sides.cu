// The compiler sees that no m is above 100 and 32 at once; the sides that stand
// behind are never run.

__global__ void dead_sides(const float *x, float *y, int m) {
  int t = threadIdx.x;
  y[t] = (m > 100 && m == 32) ? x[t] : x[t * 2];
  y[t + 64] = (m > 100 && m == 32) && x[t * 3] > 0;
  y[t + 128] = (m <= 100 || m != 32) || x[t * 4] > 0;
}
