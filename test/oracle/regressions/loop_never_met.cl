// Loops that no thread comes to, inside one that every thread leaves before:
// their conditions stand in that loop's text, but are not that loop's.
//
// LAUNCH: grid=1 block=32 n=3 y=int[4096]

kernel void loop_never_met(global int *y, int n) {
  int i = get_local_id(0);
  int a = 0;
  do {
    y[a + i] = 1;
    if (++a > 0)
      break;
    for (int b = 0; b < n; b++) {
      y[b + i] = 2;
    }
    int c = 1;
    while (c < n) {
      y[c + i] = 3;
      c++;
    }
  } while (1);
}
