// Indices of 64 bits: sizes of memory, products that 32 bits do not hold, and
// the same sum with and without wrapping around.
//
// LAUNCH: grid=2 block=64 n=3000000000 s=4 x=float[4096] y=float[4096]
// LAUNCH: grid=1 block=50 n=4294967297 s=7 x=float[4096] y=float[4096]
// LAUNCH: grid=2 block=32 n=99 s=-3 warp=64 x=float[4096] y=float[4096]

kernel void wide_indices(global const float *x, global float *y, long n,
                         int s) {
  size_t i = get_global_id(0);
  long far = (long)i * s + 1000;
  y[i] = x[far];
  y[n * (long)i % 1000 + 256] = x[n / 7 * i % 513];
  ulong mixed = i * 0x9e3779b97f4a7c15;
  y[1500 + (mixed >> 58)] = x[(uint)mixed >> 22];
  int narrow = n + i;
  y[2000 + (narrow & 255)] = x[(n + i) % 1021];
}
