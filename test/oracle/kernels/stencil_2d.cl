// Five points around each inner point of a plane; the rim is left alone.
//
// LAUNCH: grid=2,4 block=16,8 w=32 h=32 x=float[2048] y=float[2048]
// LAUNCH: grid=2,3 block=16,8 w=29 h=19 x=float[2048] y=float[2048]
// LAUNCH: grid=1,5 block=50,2 w=50 h=9 x=float[2048] y=float[2048]
// LAUNCH: grid=2,3 block=16,8 w=31 h=20 warp=64 x=float[2048] y=float[2048]

kernel void stencil_2d(global const float *x, global float *y, int w, int h) {
  int c = get_global_id(0), r = get_global_id(1);
  if (c == 0 || r == 0 || c >= w - 1 || r >= h - 1)
    return;
  int i = r * w + c;
  y[i] = x[i] * 4 - x[i - 1] - x[i + 1] - x[i - w] - x[i + w];
}
