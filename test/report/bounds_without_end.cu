// Data ends the loop, after one round or never. The condition holds in the first
// three rounds and in no other: of one round that is all of them, of more and
// more rounds it comes to none. So the shares of both sides lie in [0, 1],
// although three rounds at most go one way, and the first is sure.
//
// RUN: kernelcast predict %s --grid 1 --block 32 --format json | FileCheck %s
// CHECK: "branches": [
// CHECK: "condition": "i < 3",
// CHECK: "known": "assumed",
// CHECK-NEXT: "bounds": {
// CHECK-NEXT: "warp_executions": [
// CHECK-NEXT: 1,
// CHECK-NEXT: null
// CHECK-NEXT: ],
// CHECK-NEXT: "warps_true": [
// CHECK-NEXT: 0,
// CHECK-NEXT: 1
// CHECK-NEXT: ],
// CHECK-NEXT: "warps_false": [
// CHECK-NEXT: 0,
// CHECK-NEXT: 1
// CHECK-NEXT: ],

__global__ void until_data_ends_it(const int *d, int *out) {
  int t = threadIdx.x, i = 0;
  do {
    if (i < 3)
      out[t] += 1;
    ++i;
  } while (d[i] > 3);
}
