// A plane of threads marches through a volume and keeps the points before and
// behind in registers.
//
// LAUNCH: grid=2,2 block=8,8 w=16 h=16 d=6 x=float[2048] y=float[2048]
// LAUNCH: grid=1,3 block=16,4 w=15 h=11 d=5 x=float[2048] y=float[2048]
// LAUNCH: grid=1,2 block=20,5 w=18 h=10 d=8 warp=64 x=float[2048] y=float[2048]

kernel void stencil_3d(global const float *x, global float *y, int w, int h,
                       int d) {
  int c = get_global_id(0), r = get_global_id(1);
  if (c >= w || r >= h)
    return;
  int plane = w * h, i = r * w + c;
  int inner = c > 0 && c < w - 1 && r > 0 && r < h - 1;
  float before = 0, here = x[i], after = x[i + plane];
  for (int z = 1; z < d - 1; ++z) {
    before = here;
    here = after;
    i += plane;
    after = x[i + plane];
    if (inner)
      y[i] = before + after + x[i - 1] + x[i + 1] + x[i - w] + x[i + w] - here;
  }
}
