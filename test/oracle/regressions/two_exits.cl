// Loops with two ways out, of which one is never met or only after a detour: the
// variable moves away from its bound, steps over it, stands still, or wraps
// around first.
//
// LAUNCH: grid=1 block=32 y=int[4096]
// LAUNCH: grid=2 block=16 y=int[4096]
// LAUNCH: grid=2 block=48 y=int[4096]

kernel void two_exits(global int *y) {
  int i = get_local_id(0);
  int a = i - 5, away = 0;
  while (a != -3 && away < 5) { // above -3 it never comes there
    a++;
    away++;
  }
  y[16 * away + i] = 1;
  int still = 0;
  for (int b = 0; b < 10 && still < 7; b += i) // lane 0 does not move
    still++;
  y[32 * still + i] = 2;
  uint c = i + 1;
  int below = 0;
  while (c > 0 && below < 9) { // from an odd number past zero
    c -= 2;
    below++;
  }
  y[32 * below + i] = 3;
  uint d = 0xfffffff0u + i;
  int wraps = 0;
  while (d < 0xfffffffeu && wraps < 20) {
    d += 5;
    wraps++;
  }
  y[32 * wraps + i] = 4;
  int e = i, passes = 0;
  while (e != 8 && passes < 6) {
    e *= 2;
    passes++;
  }
  y[32 * passes + i] = 5;
  int again = 0;
  for (int f = i; f != 5 || again < 3; ++f) { // true again after 5
    again++;
    if (again > 40)
      break;
  }
  y[32 * again + i] = 6;
  int g = i - 16, ends = 0;
  while (g != 0 && ends < 8) { // below zero it ends at -1
    g >>= 1;
    ends++;
  }
  y[32 * ends + i] = 7;
}
