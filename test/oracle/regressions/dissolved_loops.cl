// A loop statement whose body always leaves is no loop, but its condition is an
// exit of the loop around, which keeps its own name.
// LAUNCH: grid=1 block=33 n=5 m=4 y=int[64]
// LAUNCH: grid=1 block=33 n=0 m=4 y=int[64]
// LAUNCH: grid=2 block=20 n=0 m=9 y=int[64]

kernel void dissolved_loops(global int *y, int n, int m) {
  int t = get_local_id(0), i = 0;
  do {
    for (int k = 0; k < n; k++) {
      y[t] = k;
      if (t % 1 != 1)
        return;
    }
    i += 3;
  } while (i < m);
  y[t] = i;
}
