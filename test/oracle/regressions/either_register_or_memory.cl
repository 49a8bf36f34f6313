// s or an element of an array: in C++ the choice is an lvalue, and yet only the
// lanes that choose the element load.
//
// LAUNCH: grid=2 block=64 n=20 m=16 x=float[1024] y=float[1024]
// LAUNCH: grid=1 block=33 n=4 m=3 x=float[1024] y=float[1024]

kernel void either(global const float *x, global float *y, int n, int m) {
  int t = get_local_id(0);
  float s = 0.5f;
  s += (((t >> 1) >= min(16, n)) ? s : x[m]);
  s += ((15 + (int)get_local_size(0)) < 5 ? x[n - m] : s);
  y[t] = s;
}
