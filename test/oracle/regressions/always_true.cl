// do loops whose condition is always true, for the compiler or in this launch:
// the iteration that breaks out is one, too, as in any do loop.
//
// LAUNCH: grid=1 block=32 n=3 y=int[4096]
// LAUNCH: grid=2 block=48 n=7 y=int[4096]
// LAUNCH: grid=3 block=16 n=1 y=int[4096]

kernel void always_true(global int *y, int n) {
  int i = get_local_id(0);
  int a = 0;
  do {
    y[32 * a + i] = 1;
    if (++a > 9) // 10 iterations
      break;
  } while (1);
  int b = 0;
  do {
    if (++b > n + (i & 3))
      break;
    y[32 * b + i] = 2;
  } while (true);
  int c = 0;
  do {
    if (++c > 4) // 5 iterations
      break;
    y[32 * c + i] = 3;
  } while (n > 0);
  int d = 0;
  for (int e = 0; e < n; e++)
    do {
      d += 1;
      if (d % 5 == i % 2)
        break;
    } while (1);
  y[d + i] = 4;
  int f = 0;
  while (1) { // 9: the tenth time it leaves before the iteration
    if (++f > 9)
      break;
    y[32 * f + i] = 5;
  }
}
