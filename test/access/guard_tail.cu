// n = 1000 in blocks of 256: four blocks, 32 warps. Thread 1000 is lane 8 of
// warp 31 (992 = 31 * 32), so 32 warps load, the last with 8 lanes: one sector.
// 31 * 4 + 1 = 125 sectors, 32 lines, 1000 lanes. Of the 32 warps that test the
// guard all have a lane inside and one has lanes on both sides: 1/32 = 0.03125.
//
// RUN: facts %s --grid 4 --block 256 --arg n=1000 | FileCheck %s
// CHECK: load in[i] {{.*}} warps 32 lanes 1000 sectors 125 lines 32 transactions 125 exact
// CHECK: branch `i < n` true 1 false 0.03125 diverged 0.03125 exact
//
// n = 992 ends with a warp: the last one is out as a whole.
// RUN: facts %s --grid 4 --block 256 --arg n=992 | FileCheck %s --check-prefix=WHOLE
// WHOLE: load in[i] {{.*}} warps 31 lanes 992 sectors 124 lines 31 transactions 124 exact
// WHOLE: branch `i < n` true 0.96875 false 0.03125 diverged 0 exact
//
// A launch of many more blocks than data: 1000 blocks are 8000 warps.
// RUN: facts %s --grid 1000 --block 256 --arg n=1000 | FileCheck %s --check-prefix=MANY
// MANY: load in[i] {{.*}} warps 32 lanes 1000 sectors 125 lines 32 transactions 125 exact
// MANY: branch `i < n` true 0.004 false 0.996125 diverged 0.000125 exact

__global__ void guarded(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i];
}
