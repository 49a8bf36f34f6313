// Every lane stands s floats from its neighbour. A warp that starts with a
// sector touches one for s = 0, four for s = 1, eight for s = 2, and from s = 8
// on one for each lane.
//
// LAUNCH: grid=1 block=64 s=-33..33 x=float[8192] y=float[8192]
// LAUNCH: grid=3 block=40 s=-3..3 x=float[8192] y=float[8192]
// LAUNCH: grid=1 block=96 s=29..33 warp=64 x=float[8192] y=float[8192]

kernel void strides(global const float *x, global float *y, int s) {
  int i = get_global_id(0);
  y[4096 - i * s] = x[4096 + i * s];
}
