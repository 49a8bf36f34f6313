// Of !(a || b) a is tested by all lanes and b by those for which a is false;
// nothing is tested again where they meet. One warp, lanes t = 0..31:
//
//   t < 10 of !(t < 10 || t > 20)   diverges; lanes 10..31 go on
//   t > 20                          diverges: 10..20 store, 1 warp of 11 lanes
//   t < 10 of !(t < 10 && t != 3)   diverges; lanes 0..9 go on
//   t != 3                          diverges: 3 and 10..31 store, 23 lanes
//   the loop's condition            lane t leaves at k * 8 > t, k = 1 to 3, or
//                                   at k == 4: stores with 32, 24, 16, 8 lanes
//
// RUN: facts %s --grid 1 --block 32 | FileCheck %s
// CHECK: store a[t] {{.*}} warps 1 lanes 11
// CHECK: store b[t] {{.*}} warps 1 lanes 23
// CHECK: store c[t] {{.*}} warps 4 lanes 80
// CHECK: branch `t < 10` true 1 false 1 diverged 1 exact
// CHECK-NEXT: branch `t > 20` true 1 false 1 diverged 1 exact
// CHECK-NEXT: branch `t < 10` true 1 false 1 diverged 1 exact
// CHECK-NEXT: branch `t != 3` true 1 false 1 diverged 1 exact
// CHECK-NOT: branch `!

__global__ void negated(int *a, int *b, int *c) {
  int t = threadIdx.x;
  if (!(t < 10 || t > 20))
    a[t] = 1;
  if (!(t < 10 && t != 3))
    b[t] = 2;
  int k = 0;
  while (!(k == 4 || k * 8 > t))
    c[t] = ++k;
}
