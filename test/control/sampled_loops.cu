// A loop too long to be followed: its addresses have no two iterations in
// common. 128 blocks of 8 warps, of which some are looked at, and of their
// loops some iterations. What stands before and after the loop is in the sample,
// too: 1024 warps store once. Even lanes make 1000000 trips, odd ones one more;
// how many the lanes make that were not looked at, the sample does not say.
//
// RUN: kernelcast predict %s --grid 128 --block 256 --arg n=1000000 \
// RUN:   --format json | FileCheck %s
// CHECK: "warp_executions": 1024
// CHECK: "known": "sampled"
// CHECK-NEXT: "bounds": {
// CHECK-NEXT: "warp_executions": [
// CHECK-NEXT: 0,
// CHECK-NEXT: null
// CHECK: "expression": "y[(k * k ^ i * k) & 1023]"
// CHECK: "warp_executions": 1024001024
// CHECK: "expression": "y[i * 2]"
// CHECK: "warp_executions": 1024
// CHECK: "trip_count"
// CHECK: "mean": 1000000.5
// CHECK-NEXT: "min": 0
// CHECK-NEXT: "max": null

__global__ void store(int *y, int n) {
  int i = threadIdx.x;
  y[i] = 1;
  for (int k = 0; k < n + (i & 1); k++)
    y[(k * k ^ i * k) & 1023] = 2;
  y[i * 2] = 3;
}
