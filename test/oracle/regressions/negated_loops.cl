// Loops whose condition is written as !(...): the sides of their branches are
// those of what is negated, as of an if.
//
// LAUNCH: grid=1 block=32 n=3 y=int[4096]
// LAUNCH: grid=2 block=48 n=7 y=int[4096]
// LAUNCH: grid=3 block=16 n=1 y=int[4096]

kernel void negated_loops(global int *y, int n) {
  int i = get_local_id(0);
  int a = i;
  while (!(a < n))
    a -= 4;
  y[a + i + 4] = 1;
  int b = 0;
  do {
    b += 3;
  } while (!(b > i));
  y[b + i] = 2;
  int c = 0;
  for (; !(c == n || c * c > i); c++)
    y[32 * c + i] = 3;
  if (!(i < n))
    y[i] = 4;
  int d = i & 7;
  while (!(d >= n) && d < 6)
    d++;
  y[32 * d + i] = 5;
}
