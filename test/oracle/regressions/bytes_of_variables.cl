// Variables in registers that are written and read in other pieces than they
// were declared in: low and high bytes, words over chars, a union, a vector as
// an int.
//
// LAUNCH: grid=1 block=32 n=3 y=int[40000]
// LAUNCH: grid=2 block=48 n=-2 y=int[40000]
// LAUNCH: grid=3 block=16 n=300 y=int[40000]

void clear_second(char *c) { c[1] = 0; }

kernel void bytes_of_variables(global int *y, int n) {
  int i = get_local_id(0);
  int low = 0x0102;
  *(char *)&low = 1; // 0x0101
  y[low * i] = 1;
  int high = 0x0103;
  clear_second((char *)&high); // 3
  y[high * i] = 2;
  char four[4] = {1, 1, 1, 1};
  *(int *)four = 0x00020304;
  y[four[0] * i + four[1]] = 3; // 4 i + 3
  y[four[3] * i] = 4;           // 0
  short two[2] = {5, 6};
  y[(*(int *)two & 0x7ffff) >> 14] = 5; // 0x60005 >> 14 = 24
  union {
    int whole;
    short part[2];
    uchar byte[4];
  } u;
  u.whole = 0x00010003;
  u.part[0] = 2;
  y[(u.whole & 0xff) * i] = 6; // 2
  y[u.part[1] * i] = 7;        // 1
  u.byte[3] = n;               // a value that the launch gives
  y[(uint)u.whole >> 24] = 8;
  char4 c = (char4)(-2, -1, -1, n);
  int of_vector = *(int *)&c;
  y[(of_vector & 0xff) - 200] = 9; // 54
  y[((of_vector >> 24) & 0x7f) * i] = 10;
  long wide = 7;
  ((int *)&wide)[1] = i;
  y[(int)(wide >> 30)] = 11; // 4 i
  int stays = n;
  char *behind = (char *)&stays + 2;
  *behind = 0;
  y[(stays & 0xffff) % 512] = 12;
  struct {
    union {
      uchar first;
    } u;
    uchar second;
  } small;
  small.second = 2;
  small.u.first = 1;
  y[small.second * i] = 13;
  union {
    int word[4];
    uint other[4];
  } table;
  for (int k = 0; k < 4; ++k) // a table of what it is declared as or not
    table.word[k] = k + 1;
  y[table.other[n & 3] * i] = 14;
}
