// Places computed in floating point: interpolation between neighbours, where
// the whole part of a number is the index.
//
// LAUNCH: grid=2 block=64 n=50 x=float[1024] y=float[1024]
// LAUNCH: grid=1 block=40 n=99 x=float[1024] y=float[1024]
// LAUNCH: grid=1 block=64 n=20 warp=64 x=float[1024] y=float[1024]

kernel void float_addresses(global const float *x, global float *y, int n) {
  int i = get_global_id(0);
  float place = i * 0.25f;
  int whole = (int)place;
  float part = place - whole;
  y[i] = x[whole] * (1 - part) + x[whole + 1] * part;
}
