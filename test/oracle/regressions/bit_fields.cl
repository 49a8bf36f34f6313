// Bit-fields that are initialised, and written one by one. Each structure fills
// whole ints: the simulator allots no more bytes than there are fields.
//
// LAUNCH: grid=1 block=32 n=3 y=int[40000]
// LAUNCH: grid=2 block=48 n=-2 y=int[40000]
// LAUNCH: grid=3 block=16 n=300 y=int[40000]

#pragma OPENCL EXTENSION __cl_clang_bitfields : enable

struct fields {
  int a : 5;
  uint b : 3;
  int c : 11;
  uint d : 13;
};

struct crossing {
  uint a : 10;
  int b : 12;
  uint c : 10;
  int d : 31;
  uint e : 1;
};

kernel void bit_fields(global int *y, int n) {
  int i = get_local_id(0);
  struct fields z = {1, 2, 3, 4};
  z.c = n;
  y[z.d * i] = 1;              // 4 i
  y[z.b * i + (z.c & 31)] = 2; // 2 i + the lowest five bits of n
  z.a = i;                     // from 16 on it is negative
  y[(z.a + 16) * 2] = 3;
  z.b += 7; // 1
  y[z.b * i] = 4;
  struct crossing w = {1, 2, 3, 4, 1};
  w.b = i * 300; // cut to 12 bits
  w.d ^= 1;
  y[(w.b + 2048) * 4] = 5;
  y[w.d * i] = 6; // 5 i
  y[w.e * i] = 7;
}
