// Loops too long to be followed: their addresses have no two iterations in
// common, so some iterations of each are looked at.
//
// 128 blocks of 8 warps. What stands before and after the loop is in the sample,
// too: 1024 warps store once. Even lanes make 1000000 trips, odd ones one more;
// how many the lanes make in other iterations, the sample does not say.
//
// RUN: kernelcast predict %s --kernel store --grid 128 --block 256 --arg n=1000000 \
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
//
// Also where few warps of a launch have such a loop, which a sample of warps
// would miss: four of 2048, with 1000000 trips each.
// RUN: kernelcast predict %s --kernel few --grid 256 --block 256 \
// RUN:   --arg n=100 --arg trips=1000000 --format json \
// RUN:   | FileCheck %s --check-prefix=FEW
// FEW: "expression": "y[(k * k) & 1023]"
// FEW: "warp_executions": 4000000
// FEW: "known": "sampled"
// FEW: "expression": "y[i]"
// FEW: "warp_executions": 4

// And where loops are nested: 32 warps run the innermost one 499500 times, the
// second being shorter from iteration to iteration of the first. The iteration
// that stands for others is one from the middle.
// RUN: kernelcast predict %s --kernel nest --grid 8 --block 128 --arg n=1000 \
// RUN:   --format json | FileCheck %s --check-prefix=NEST
// NEST: "expression": "y[(a * a ^ b * c ^ c * i) & 1023]"
// NEST: "warp_executions": {{(159|160)[0-9]{8},$}}
// NEST: "known": "sampled"

__global__ void store(int *y, int n) {
  int i = threadIdx.x;
  y[i] = 1;
  for (int k = 0; k < n + (i & 1); k++)
    y[(k * k ^ i * k) & 1023] = 2;
  y[i * 2] = 3;
}

__global__ void few(int *y, int n, int trips) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n) {
    for (int k = 0; k < trips; k++)
      y[(k * k) & 1023] = 2;
    y[i] = 3;
  }
}

__global__ void nest(int *y, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  for (int a = 0; a < n; a++)
    for (int b = a + 1; b < n; b++)
      for (int c = 0; c < n; c++)
        y[(a * a ^ b * c ^ c * i) & 1023] = 2;
}
