// OpenCL takes a shift's amount modulo the width of what is shifted; a saturating
// conversion stops at the ends of its type.
//
// LAUNCH: grid=2 block=40 n=37 x=float[4096]:random y=float[4096]
// LAUNCH: grid=1 block=64 n=33 warp=64 x=float[4096]:random y=float[4096]

kernel void wide_shifts(global const float *x, global float *y, int n) {
  int t = get_global_id(0);
  float s = x[(t << t) & 1023];
  s += x[((uint)t >> n) & 1023];
  s += x[(int)(((long)t << (t + 30)) >> 40) & 1023];
  s += x[convert_uchar_sat(t * 9)];
  s += x[convert_char_sat(t * 9 - 300) + 128];
  s += x[convert_uint_sat(t - 20)];
  s += x[convert_short_sat((uint)t * 2000) & 1023];
  y[t] = s;
}
