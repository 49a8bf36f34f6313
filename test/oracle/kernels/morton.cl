// The Z curve: the bits of column and row take turns in the address, so that
// blocks of 2, 4, 8, ... points on a side are contiguous.
//
// LAUNCH: grid=1,2 block=16,8 x=float[512] y=float[512]
// LAUNCH: grid=2,1 block=8,16 x=float[512] y=float[512]
// LAUNCH: grid=1,1 block=16,16 warp=64 x=float[512] y=float[512]

uint spread(uint v) {
  v = (v | v << 4) & 0x0f0f;
  v = (v | v << 2) & 0x3333;
  return (v | v << 1) & 0x5555;
}

kernel void morton(global const float *x, global float *y) {
  int column = get_global_id(0), row = get_global_id(1);
  y[spread(column) | spread(row) << 1] = x[row * 16 + column];
}
