// A loop's condition calls a function and its body is empty: the test begins an
// iteration all the same.
//
// LAUNCH: grid=2 block=33 n=7 y=float[1024]
// LAUNCH: grid=1 block=1 n=0 y=float[1024]

int same(int n) { return n; }

kernel void empty_bodies(global float *y, int n) {
  int t = get_local_id(0);
  int i = 0;
  while (i++ < same(n)) {
  }
  for (uint k = 0; k < same(16); k--) {
  }
  for (int j = n + 9; j != same(n); j--) {
  }
  y[t] = i;
}
