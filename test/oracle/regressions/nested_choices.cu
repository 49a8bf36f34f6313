// An element, or an element, or a variable: in C++ lvalues of which the inner
// ones become const.

__global__ void nested_choices(const float *x, float *y, int n) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  float s = 0.5f;
  tile[t] = s;
  s += t < n ? x[t] : (t < 2 * n ? tile[t] : s);
  s += t > n ? (t > 2 * n ? s : tile[t ^ 1]) : x[t * 3];
  y[t] = s;
}
