// Private memory at places that a condition or an index of each lane chooses:
// of two variables, by an expression, a table, a function's argument or both at
// once; bytes and halves of numbers; numbers over bytes.
//
// LAUNCH: grid=1 block=32 n=3 y=int[40000]
// LAUNCH: grid=2 block=48 n=2 y=int[40000]
// LAUNCH: grid=3 block=16 n=17 y=int[40000]

void put(private short *p, int v) { *p = v; }

kernel void chosen_places(global int *y, int n) {
  int i = get_local_id(0);
  int a = 1, b = 2;
  private int *p = i < n ? &a : &b;
  *p = 7;
  y[a * i] = 1; // 7 i below n, else i
  y[b * i] = 2;
  y[*p * i] = 3; // 7 i
  long c = 0x10005, d = 6;
  private short *t[2] = {(private short *)&c, (private short *)&d};
  *t[i < n] = 9;
  y[((int)c & 15) * i] = 4;
  y[((int)d & 15) * i] = 5;
  put(i & 1 ? (private short *)&c + 1 : (private short *)&d, 3);
  y[((int)c >> 16) * i] = 6; // 3 i of odd lanes, else i
  y[((int)d & 15) * i] = 7;
  int e = 0x01020304;
  ((private char *)&e)[i & 3] = 5;
  y[(e & 255) * i] = 8; // 5 i of every fourth lane, else 4 i
  y[((private uchar *)&e)[(i + 1) & 3] * i] = 9;
  char f[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  ((private short *)f)[i & 3] = 0x0101;
  y[((private int *)f)[1] & 1023] = 10;
  y[((private short *)f)[(i + n) & 3] & 1023] = 11;
  int g[2] = {0x00010002, 0x00030004}, h[2] = {5, 6};
  private short *q = n > 5 ? (private short *)g : (private short *)h;
  q[2] = i; // the lower half of the second int
  y[g[1] & 255] = 12;
  y[(h[1] & 255) * 4] = 13;
}
