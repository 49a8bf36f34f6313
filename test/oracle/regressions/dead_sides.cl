// The compiler sees that no m is above 100 and 32 at once; the sides that stand
// behind are never run.
//
// LAUNCH: grid=2 block=40 m=9 x=float[1024] y=float[1024]
// LAUNCH: grid=1 block=40 m=132 x=float[1024] y=float[1024]

kernel void dead_sides(global const float *x, global float *y, int m) {
  int t = get_local_id(0);
  y[t] = (m > 100 && m == 32) ? x[t] : x[t * 2];
  y[t + 64] = (m > 100 && m == 32) && x[t * 3] > 0;
  y[t + 128] = (m <= 100 || m != 32) || x[t * 4] > 0;
}
