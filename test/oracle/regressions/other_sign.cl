// Loops that compare a value in a type of the other sign, where what is below
// zero is large and what is large is below zero.
//
// LAUNCH: grid=1 block=32 y=int[4096]
// LAUNCH: grid=2 block=48 y=int[8192]

kernel void other_sign(global int *y) {
  int i = get_local_id(0);
  int a = i - 16, large = 0;
  bool more = a != 0;
  while (more) { // -1 is above 1 for ever
    more = (uint)a > 1u && large < 7;
    a >>= 1;
    large++;
  }
  y[32 * large + i] = 1;
  int b = i - 16, halves = 0;
  while ((ulong)b > 3ul && halves < 9) {
    b >>= 1;
    halves++;
  }
  y[32 * halves + i] = 2;
  uint c = (uint)i << 27;
  int above = 0;
  while ((int)c > 2 && above < 12) { // from 2^31 on it is below zero
    c >>= 1;
    above++;
  }
  y[32 * above + i] = 3;
  uint d = i + 1;
  int doubled = 0;
  while ((int)d < 0x60000000 && doubled < 40) { // 2^31 is below the bound
    d <<= 1;
    doubled++;
  }
  y[32 * doubled + i] = 4;
  int e = i - 16, falls = 0;
  bool on = e != 0;
  while (on) { // below zero it is above 1
    on = (uint)e > 1u && falls < 7;
    e -= 3;
    falls++;
  }
  y[32 * falls + i] = 5;
  uint f = (uint)i << 20;
  int rises = 0;
  while ((int)f < 0x60000000 && rises < 40) { // and steps over it, too
    f += 0x3fff0000u;
    rises++;
  }
  y[32 * rises + i] = 6;
}
