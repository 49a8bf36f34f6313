// Data decides which lanes of the one warp enter the loop, so all that is known
// is that some of none to all do: the branch on d goes either way or both.
// Lane t goes round t times. Whoever enters: the mean over the lanes and the
// longest lane lie in [0, 31], and the loop's condition is asked of the warp 0
// times (no lane enters) to 32 times (lane 31 does).
//
// RUN: kernelcast predict %s --kernel some_go_round --grid 1 --block 32 --format json | FileCheck %s
// CHECK: "loops": [
// CHECK: "known": "bounded",
// CHECK-NEXT: "bounds": {
// CHECK-NEXT: "mean": [
// CHECK-NEXT: 0,
// CHECK-NEXT: 31
// CHECK-NEXT: ],
// CHECK-NEXT: "warp_mean": [
// CHECK-NEXT: 0,
// CHECK-NEXT: 31
// CHECK-NEXT: ]
// CHECK: "branches": [
// CHECK: "condition": "d[t] > 0",
// CHECK: "known": "bounded",
// CHECK-NEXT: "bounds": {
// CHECK-NEXT: "warps_true": [
// CHECK-NEXT: 0,
// CHECK-NEXT: 1
// CHECK: "warps_false": [
// CHECK-NEXT: 0,
// CHECK-NEXT: 1
// CHECK: "warps_diverged": [
// CHECK-NEXT: 0,
// CHECK-NEXT: 1
// CHECK: "warp_executions": 1,
// CHECK: "condition": "i < t",
// CHECK: "bounds": {
// CHECK-NEXT: "warp_executions": [
// CHECK-NEXT: 0,
// CHECK-NEXT: 32
// CHECK-NEXT: ],
//
// Data may end the rounds after the third: the mean over the lanes lies in
// [3, 10].
//
// RUN: kernelcast predict %s --kernel three_are_sure --grid 1 --block 32 --format json | FileCheck %s --check-prefix=SURE
// SURE: "loops": [
// SURE: "known": "bounded",
// SURE-NEXT: "bounds": {
// SURE-NEXT: "mean": [
// SURE-NEXT: 3,
// SURE-NEXT: 10
// SURE-NEXT: ],

__global__ void some_go_round(const float *d, float *y) {
  int t = threadIdx.x;
  if (d[t] > 0)
    for (int i = 0; i < t; i++)
      y[t] += 1;
}

__global__ void three_are_sure(const int *d, int *y) {
  int t = threadIdx.x;
  for (int k = 0; k < 10; ++k) {
    if (k >= 3 && d[t + 32 * k] < 4)
      break;
    y[t] += 1;
  }
}
