// Loops that a bound or a break ends, whichever is first, with steps and bounds
// that the launch gives: steps of either sign, bounds below zero, types that
// wrap around.
//
// LAUNCH: grid=1 block=32 n=10 k=4 y=int[9999]
// LAUNCH: grid=2 block=16 n=-3 k=2 y=int[9999]
// LAUNCH: grid=2 block=48 n=30 k=-2 y=int[9999]

kernel void bounds_or_breaks(global int *y, int n, int k) {
  int i = get_local_id(0);
  int a = 0, at = i;
  do {
    a++;
    at += k;
    if (a == 9)
      break;
  } while (at < n);
  y[32 * a + i] = 1;
  int b = 0;
  for (int j = 0; j <= n; j += k)
    if (++b >= i)
      break;
  y[32 * b + i] = 2;
  int c = 0;
  for (uint j = i; j < (uint)n; j += 7)
    if (++c > 5)
      break;
  y[32 * c + i] = 3;
  int d = 0;
  for (size_t j = i; j < (size_t)n; j += 3)
    if (++d > 5)
      break;
  y[32 * d + i] = 4;
  int e = 0;
  for (int s = 1; s < n; s <<= 1)
    if (++e > i)
      break;
  y[32 * e + i] = 5;
  int f = 0;
  for (int s = i; s > n; s >>= 1)
    if (++f > 3)
      break;
  y[32 * f + i] = 6;
  int g = 0;
  for (uchar j = i; j < 200; j += 100)
    if (++g > 9)
      break;
  y[32 * g + i] = 7;
  int h = 0;
  for (uint j = i; (size_t)j < 0x100000002ul; j += 0x40000000u)
    if (++h > 9)
      break;
  y[32 * h + i] = 8;
  int l = 0;
  for (int j = n; j >= 0; j -= 2) {
    if (l == i)
      break;
    l++;
  }
  y[32 * l + i] = 9;
  int m = 0;
  for (ulong j = (ulong)(i - 5); j > 5; j >>= 1) // from near 2^64
    m++;
  y[32 * m + i] = 10;
}
