// An element, or an element, or a variable: in C++ lvalues of which the inner
// ones become const.
//
// LAUNCH: grid=2 block=48 n=8 x=float[1024] y=float[1024]
// LAUNCH: grid=1 block=40 n=30 x=float[1024] y=float[1024]

kernel void nested_choices(global const float *x, global float *y, int n) {
  local float tile[64];
  int t = get_local_id(0);
  float s = 0.5f;
  tile[t] = s;
  s += t < n ? x[t] : (t < 2 * n ? tile[t] : s);
  s += t > n ? (t > 2 * n ? s : tile[t ^ 1]) : x[t * 3];
  y[t] = s;
}
