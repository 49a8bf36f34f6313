// Pointers that are compared, subtracted and walked to the end, as in programs
// that think in iterators.
//
// LAUNCH: grid=2 block=64 n=100 x=float[1024] y=float[1024]
// LAUNCH: grid=1 block=45 n=77 x=float[1024] y=float[1024]
// LAUNCH: grid=1 block=96 n=31 warp=64 x=float[1024] y=float[1024]

kernel void pointer_arithmetic(global const float *x, global float *y, int n) {
  int t = get_local_id(0), size = get_local_size(0);
  global const float *begin = x + t, *end = x + n;
  float sum = 0;
  for (global const float *p = begin; p < end; p += size) {
    sum += *p;
    y[p - x] = sum;
  }
  global const float *last = end - 1;
  while (last - 3 > begin) {
    sum += last[-2];
    last -= 3 + t / 8;
  }
  y[512 + (last - x) + t * 2] = sum;
}
