// A choice that constants decide: the side that no thread takes loads nothing.
// LAUNCH: grid=2 block=48 n=33 q=int[1024]:random x=float[4096]:random y=float[4096]

kernel void never_taken_sides(global const int *q, global float *x,
                              global float *y, int n) {
  int t = get_local_id(0);
  int none = 0;
  float s = 0.5f;
  float a = none ? x[q[t]] : s;
  float b = t == n ? (none == 0 ? a : x[q[t + n]]) : x[t];
  y[t] = a + b;
}
