// Shifts to the right keep the sign of signed numbers and fill unsigned ones
// with zeros; shifts by a variable scale a stride.
//
// LAUNCH: grid=2 block=64 s=1 x=float[4096] y=float[4096]
// LAUNCH: grid=1 block=50 s=3 x=float[4096] y=float[4096]
// LAUNCH: grid=1 block=96 s=5 warp=64 x=float[4096] y=float[4096]

kernel void shifts(global const float *x, global float *y, int s) {
  int i = get_global_id(0), t = get_local_id(0);
  y[1000 + (t - 32 >> s)] = x[i << s & 4095];
  uint u = t - 32;
  y[2000 + (u >> 20 + s)] = x[i >> s];
  y[3000 + (1 << t % 8)] = x[(t * 0x11111111 >> 24) + 128];
  for (int k = 0; t >> k; ++k)
    y[k * 64 + t] = x[t >> k];
}
