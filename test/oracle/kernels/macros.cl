// Indices written as macros, as in programs that come from Fortran: one line
// that touches several places.
//
// LAUNCH: grid=2,2 block=16,4 w=32 x=float[1024] y=float[1024]
// LAUNCH: grid=1,3 block=20,3 w=25 x=float[1024] y=float[1024]
// LAUNCH: grid=1,1 block=16,8 w=16 warp=64 x=float[1024] y=float[1024]

#define AT(a, r, c) a[(r) * w + (c)]
#define SWAP(a, b)                                                             \
  {                                                                            \
    float kept = a;                                                            \
    a = b;                                                                     \
    b = kept;                                                                  \
  }

kernel void macros(global const float *x, global float *y, int w) {
  int c = get_global_id(0), r = get_global_id(1);
  AT(y, r, c) = AT(x, r, c) + AT(x, r + 1, c);
  if (c < r)
    SWAP(AT(y, r, c), AT(y, c, r))
  else if (c % 2)
    AT(y, r, c) *= 2;
}
