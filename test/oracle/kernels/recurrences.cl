// Numbers that grow from round to round by a rule of two terms, or by a square:
// no closed form, but the same for all lanes or known from the lane.
//
// LAUNCH: grid=2 block=64 n=300 x=float[1024] y=float[1024]
// LAUNCH: grid=1 block=50 n=50 x=float[1024] y=float[1024]
// LAUNCH: grid=1 block=96 n=90 warp=64 x=float[1024] y=float[1024]

kernel void recurrences(global const float *x, global float *y, int n) {
  int t = get_local_id(0);
  float sum = 0;
  for (int a = 0, b = 1; b < n;) {
    sum += x[a + t];
    int next = a + b;
    a = b;
    b = next;
  }
  for (int v = 2 + t % 3; v < n; v = v * v - 1)
    sum += x[v];
  for (int step = 1, at = 0; at + t < n; at += step++)
    sum += x[at + t];
  y[get_global_id(0)] = sum;
}
