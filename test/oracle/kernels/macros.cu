// Indices written as macros, as in programs that come from Fortran: one line
// that touches several places.

#define AT(a, r, c) a[(r) * w + (c)]
#define SWAP(a, b)                                                             \
  {                                                                            \
    float kept = a;                                                            \
    a = b;                                                                     \
    b = kept;                                                                  \
  }

__global__ void macros(const float *x, float *y, int w) {
  int c = blockIdx.x * blockDim.x + threadIdx.x,
      r = blockIdx.y * blockDim.y + threadIdx.y;
  AT(y, r, c) = AT(x, r, c) + AT(x, r + 1, c);
  if (c < r)
    SWAP(AT(y, r, c), AT(y, c, r))
  else if (c % 2)
    AT(y, r, c) *= 2;
}
