// Lanes part at a branch whether or not there is another side to run: 31 lanes of
// every warp skip what lane 0 does, and half of them do something else than the
// other half. The last of a block's 8 warps alone parts at the third branch: 1 in
// 8 is 12 %.
//
// RUN: cd %S && %kernelcast predict parting_lanes.cu --gpu rtx-2080-ti --grid 1000 --block 256 2>/dev/null | FileCheck %s --implicit-check-not="both sides"
// CHECK: divergence
// CHECK-DAG: if (lane == 0): lanes part in 100 % of the warps that reach it
// CHECK-DAG: if (lane < 16): lanes part in 100 % of the warps that reach it
// CHECK-DAG: if (threadIdx.x < 250): lanes part in 12 % of the warps that reach it

__global__ void parting(float *out, float *sums) {
  int lane = threadIdx.x % 32;
  if (lane == 0)
    atomicAdd(&sums[blockIdx.x], 1.0f);
  if (lane < 16)
    out[threadIdx.x] = 1.0f;
  else
    atomicAdd(&sums[threadIdx.x], 2.0f);
  if (threadIdx.x < 250)
    atomicAdd(&sums[2048], 3.0f);
}
