// A choice whose arm is made anew for each block, since `b | v` grows by no fixed
// step, and for the lanes alone that ask for it. Lanes 0 to 5 ask first, in each
// block, and lanes 6 to 15 behind them: what these had in the block before is not
// theirs in the next one. v is 2 or 3, and each w a sector of its own: blocks 0
// and 2 go to sectors 2 and 3, block 1 to sector 3.
//
// RUN: facts %s --grid 3 --block 16 | FileCheck %s
// CHECK: store out[(w * 8) & 1023] {{.*}} warps 3 lanes 30 sectors 5 {{.*}} exact
__global__ void choice(int *out) {
  int t = threadIdx.x, b = blockIdx.x;
  int v = (t % 4) | 2;
  int w = t < 3 ? 5 : (b | v);
  if (t <= 5) {
    if (w == -18)
      out[1000] = 1;
  } else {
    out[(w * 8) & 1023] = 9;
  }
}
