// A volatile variable of a thread stays in memory when a kernel is compiled.
// What is read of one that is written in one place is what was written there
// last, in a loop, behind it, or before a branch.
//
// LAUNCH: grid=2 block=40 n=5 y=int[1024]
// LAUNCH: grid=1 block=64 n=1 y=int[1024]
// LAUNCH: grid=3 block=7 n=0 y=int[1024]

kernel void volatile_variables(global int *y, int n) {
  int t = get_global_id(0);
  volatile int once = t * 2;
  y[once] = 1;
  volatile int twice = t * 3;
  for (int k = 0; k < n; ++k) {
    volatile int inside = t + k * 4;
    y[inside] = 2;
    twice = k;
  }
  y[twice + once] = 3;
  volatile int last;
  int k = 0;
  do {
    last = t + k * 16;
    ++k;
  } while (k < n);
  y[last] = 4;
  volatile int seldom;
  if (t > 9)
    seldom = t * 5;
  if (t > 12 && once < 80)
    y[seldom] = 5;
}
