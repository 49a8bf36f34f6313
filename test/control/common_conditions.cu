// A condition on what all lanes of a warp load from one address does not part
// them: all 32 go or none, so that 1 warp in 2 is expected to, and 2 of the 4
// sectors. Lanes that load a word each, or one for 16 of them, may part.
//
// RUN: facts %s --grid 1 --block 32 | FileCheck %s
// RUN: kernelcast predict %s --grid 1 --block 32 --counts=ast --format json | FileCheck %s --check-prefix=HALF

// CHECK-LABEL: kernel of_the_block modelled
// CHECK: store out[t] global 4 B warps 0..1 lanes 0..32 sectors 0..4
// CHECK: branch `flags[blockIdx.x] > 3` true 0.5 false 0.5 diverged 0 bounded
// HALF-LABEL: "name": "of_the_block"
// HALF: "expression": "out[t]"
// HALF: "warp_executions": 0.5,
__global__ void of_the_block(const int *flags, float *out) {
  int t = threadIdx.x;
  if (flags[blockIdx.x] > 3)
    out[t] = 1;
}

// Inside, what is known parts the lanes of each warp that is there.
// CHECK-LABEL: kernel of_the_warp modelled
// CHECK: branch `flags[t / 32] > limit` true 0.5 false 0.5 diverged 0 bounded
// CHECK: branch `t < 16` true 1 false 1 diverged 1 bounded
__global__ void of_the_warp(const int *flags, float *out, int limit) {
  int t = threadIdx.x;
  if (flags[t / 32] > limit) {
    if (t < 16)
      out[t] = 1;
    else
      out[t] = 2;
  }
}

// CHECK-LABEL: kernel of_half modelled
// CHECK: branch `flags[t / 16] > 3` true 1 false 1 diverged 1 bounded
__global__ void of_half(const int *flags, float *out) {
  int t = threadIdx.x;
  if (flags[t / 16] > 3)
    out[t] = 1;
}

// CHECK-LABEL: kernel of_the_lane modelled
// CHECK: branch `flags[0] > t` true 1 false 1 diverged 1 bounded
__global__ void of_the_lane(const int *flags, float *out) {
  int t = threadIdx.x;
  if (flags[0] > t)
    out[t] = 1;
}

// An atomic gives each lane its own.
// CHECK-LABEL: kernel of_an_atomic modelled
// CHECK: branch `atomicAdd(flags, 1) > 3` true 1 false 1 diverged 1 bounded
__global__ void of_an_atomic(int *flags, float *out) {
  int t = threadIdx.x;
  if (atomicAdd(flags, 1) > 3)
    out[t] = 1;
}

// What each lane found when it left a loop may differ.
// CHECK-LABEL: kernel left_behind modelled
// CHECK: branch `last > 3` true 1 false 1 diverged 1 bounded
__global__ void left_behind(const int *flags, float *out) {
  int t = threadIdx.x, last = 0;
  for (int i = 0; i < t; ++i)
    last = flags[i];
  if (last > 3)
    out[t] = 1;
}
