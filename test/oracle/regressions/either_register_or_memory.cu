// s or an element of an array: in C++ the choice is an lvalue, and yet only the
// lanes that choose the element load.

__global__ void either(const float *x, float *y, int n, int m) {
  int t = threadIdx.x;
  float s = 0.5f;
  s += (((t >> 1) >= min(16, n)) ? s : x[m]);
  s += ((15 + (int)blockDim.x) < 5 ? x[n - m] : s);
  y[t] = s;
}
