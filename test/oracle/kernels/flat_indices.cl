// One flat number is taken apart into plane, row and column by divisions, as
// libraries of array operations do.
//
// LAUNCH: grid=2 block=64 d=4 h=5 w=6 x=float[1024] y=float[1024]
// LAUNCH: grid=3 block=50 d=2 h=8 w=8 x=float[1024] y=float[1024]
// LAUNCH: grid=1 block=128 d=3 h=7 w=5 warp=64 x=float[1024] y=float[1024]

kernel void flat_indices(global const float *x, global float *y, int d, int h,
                         int w) {
  int i = get_global_id(0);
  if (i >= d * h * w)
    return;
  int column = i % w, row = i / w % h, plane = i / (w * h);
  y[(column * h + row) * d + plane] = x[i];
  y[(row * d + plane) * w + column] = x[(plane * w + column) * h + row];
}
