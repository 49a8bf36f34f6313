// LAUNCH: grid=2,2 block=33,3 n=16 m=7 x=float[2048] y=int[2048]
// Not every quotient, shift and remainder goes through a stretch slowly.

kernel void no_intervals(global const float *x, global int *y, int n, int m) {
  int t = get_global_id(0);
  int l = get_local_id(0);
  float s = x[n >> (t & 3)];
  s += x[n / ((t & 7) + 1)];
  s += x[(n + t) % m];
  s += x[(t + 3) & 15];
  s += x[t % m];
  s += x[(t / m) & 7];
  s += x[max(t, n)];
  s += x[(l / -4) & 2047];
  s += x[(uchar)((t >> 4) - 3)];
  y[t] = s;
}
