// Offsets and strides that fit no sector, forwards and backwards.
//
// LAUNCH: grid=2 block=64 s=1 x=float[8192] y=float[8192]
// LAUNCH: grid=2 block=64 s=3 x=float[8192] y=float[8192]
// LAUNCH: grid=1 block=96 s=17 x=float[8192] y=float[8192]
// LAUNCH: grid=3 block=20 s=33 x=float[8192] y=float[8192]
// LAUNCH: grid=2 block=64 s=-2 x=float[8192] y=float[8192]
// LAUNCH: grid=2 block=128 s=5 warp=64 x=float[8192] y=float[8192]

kernel void misaligned(global const float *x, global float *y, int s) {
  int i = get_global_id(0);
  y[i + 1] = x[i + 3];
  y[i + 17] = x[i + 33];
  y[2000 - i] = x[4000 + i * s];
  y[4000 + i * s + s] = x[2000 - 2 * i];
}
