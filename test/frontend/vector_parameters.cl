// A vector passed by value has an element for each symbol: n.x < n.y is decided
// by two numbers, not by one. One warp, n = (1, 2, ?, 8): words 2 i + 8 are bytes
// 32..283, 8 sectors, 3 lines; words i are 4 sectors.
//
// RUN: facts %s --grid 1 --block 32 --arg n.x=1 --arg n.y=2 --arg n.w=8 | FileCheck %s
// CHECK: load in[i * n.y + n.w] {{.*}} lanes 32 sectors 8 lines 3 transactions 8 exact
// CHECK: store out[i * n.x] {{.*}} lanes 32 sectors 4 lines 1 transactions 4 exact
// CHECK: branch `n.x < n.y` true 1 false 0 diverged 0 exact

__kernel void vectors(__global const float *in, __global float *out, int4 n) {
  int i = get_global_id(0);
  if (n.x < n.y)
    out[i * n.x] = in[i * n.y + n.w];
}
