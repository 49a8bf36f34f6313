// A function that some lanes have called before: its variables lie at one place
// for all lanes all the same. And an element of a private array at an index
// that is a constant, inside the index of another.
//
// LAUNCH: grid=1 block=32 n=3 y=int[4096]
// LAUNCH: grid=2 block=48 n=7 y=int[4096]
void put(private short *p, int v) { p[0] = v; }

void choose(int n, private float *result) {
  long a = 0, b = 0;
  private long *p = (5 >= n) ? &a : &b;
  *p = 0;
  int c = a & 7;
  int d = b & 31;
  *result = 1.5f;
}

kernel void called_before(global int *y, int n) {
  int i = get_local_id(0);
  if (i > 8) {
    float e;
    choose(0, &e);
  }
  short f = 0, g = 0;
  put(i == 0 ? &f : &g, 0);
  int h = f & 31, k = g & 31;
  float l;
  choose(n, &l);
  int o[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  if (i > n)
    o[i & 7] = n;
  y[i] = o[(i + o[((i ^ i) + 1) & 7]) & 7] + h + k;
}
