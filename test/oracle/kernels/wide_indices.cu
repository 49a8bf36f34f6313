// Indices of 64 bits: sizes of memory, products that 32 bits do not hold, and
// the same sum with and without wrapping around.

__global__ void wide_indices(const float *x, float *y, long n, int s) {
  size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  long far = (long)i * s + 1000;
  y[i] = x[far];
  y[n * (long)i % 1000 + 256] = x[n / 7 * i % 513];
  unsigned long mixed = i * 0x9e3779b97f4a7c15;
  y[1500 + (mixed >> 58)] = x[(unsigned)mixed >> 22];
  int narrow = n + i;
  y[2000 + (narrow & 255)] = x[(n + i) % 1021];
}
