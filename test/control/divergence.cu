// Two warps, t = 0..31 and 32..63. Of the warps that reach a branch, the share
// with a lane on the true side, on the false side and on both:
//
//   t % 2 == 0       both sides in each warp                         1 1 1
//   t < 40           warp 0 true; warp 1: t = 32..39 true, the rest  1 0.5 0.5
//   (t / 32) % 2     warp 0 false, warp 1 true                       0.5 0.5 0
//   t == 0           lane 0 of warp 0 alone                          0.5 1 0.5
//   t & 64           nobody                                          0 1 0
//   blockDim.x > 32  everybody                                       1 0 0
//
// Stores: p[t] has 4 sectors for whole or alternating warps, 1 for eight lanes.
//
// RUN: facts %s --grid 1 --block 64 | FileCheck %s
// CHECK: store p[t] {{.*}} warps 2 lanes 32 sectors 8 lines 2
// CHECK: store p[t + 64] {{.*}} warps 2 lanes 40 sectors 5 lines 2
// CHECK: store p[t + 128] {{.*}} warps 1 lanes 32 sectors 4 lines 1
// CHECK: store p[t + 192] {{.*}} warps 1 lanes 1 sectors 1 lines 1
// CHECK: store p[t + 256] {{.*}} warps 0 lanes 0 sectors 0 lines 0
// CHECK: store p[t + 320] {{.*}} warps 2 lanes 64 sectors 8 lines 2
// CHECK: branch `t % 2 == 0` true 1 false 1 diverged 1 exact
// CHECK: branch `t < 40` true 1 false 0.5 diverged 0.5 exact
// CHECK: branch `(t / 32) % 2` true 0.5 false 0.5 diverged 0 exact
// CHECK: branch `t == 0` true 0.5 false 1 diverged 0.5 exact
// CHECK: branch `t & 64` true 0 false 1 diverged 0 exact
// CHECK: branch `blockDim.x > 32` true 1 false 0 diverged 0 exact

__global__ void sides(float *p) {
  int t = threadIdx.x;
  if (t % 2 == 0)
    p[t] = 1;
  if (t < 40)
    p[t + 64] = 1;
  if ((t / 32) % 2)
    p[t + 128] = 1;
  if (t == 0)
    p[t + 192] = 1;
  if (t & 64)
    p[t + 256] = 1;
  if (blockDim.x > 32)
    p[t + 320] = 1;
}
