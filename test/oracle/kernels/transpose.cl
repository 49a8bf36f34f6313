// A matrix is transposed straight from global to global memory: one of the two
// accesses runs down a column, and touches a sector for each lane.
//
// LAUNCH: grid=2,2 block=16,16 w=32 h=32 x=float[4096] y=float[4096]
// LAUNCH: grid=2,4 block=32,8 w=50 h=27 x=float[4096] y=float[4096]
// LAUNCH: grid=3,3 block=8,8 w=20 h=24 warp=64 x=float[4096] y=float[4096]
// LAUNCH: grid=2,5 block=33,3 w=61 h=14 x=float[4096] y=float[4096]

kernel void transpose(global const float *x, global float *y, int w, int h) {
  int column = get_global_id(0), row = get_global_id(1);
  if (column < w && row < h)
    y[column * h + row] = x[row * w + column];
}
