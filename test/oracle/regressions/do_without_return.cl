// A do statement that never comes round again is no loop, and the loop around
// it does not test at its end because of it. Also one inside a do loop, and one
// that is left by a break.
//
// LAUNCH: grid=1 block=32 n=3 y=int[4096]
// LAUNCH: grid=2 block=48 n=7 y=int[4096]

kernel void do_without_return(global int *y, int n) {
  int i = get_local_id(0);
  for (int k = 0; k < n; k++) {
    int a = 0;
    do {
      a--;
    } while (a > 0 && 3 == !n);
    y[32 * k + i] = a;
  }
  int k = 0;
  while (k < n) {
    do {
      k++;
    } while (0);
    y[32 * k + i] = k;
  }
  int c = 0;
  do {
    do {
      c++;
      if (c > i)
        break;
    } while (c < 0 && 3 == !n);
    y[c + i] = c;
  } while (c < n);
}
