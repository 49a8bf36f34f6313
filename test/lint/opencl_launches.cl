// Faults of launches, which options give in OpenCL. A lint run has one launch of
// all kernels, so that the fixed twin of each is another run. The GPU has 68
// multiprocessors of 64 KiB of local memory and room for 32 warps.
//
// 100 work-items are 4 warps of which the last has 28 idle lanes; 96 are 3.
// RUN: kernelcast lint %s --kernel busy --block 100 --grid 65536 --checks='-*,kernelcast-partial-warp' \
// RUN:   | FileCheck %s --check-prefix=WARP
// RUN: kernelcast lint %s --kernel busy --block 96 --grid 65536 --checks='-*,kernelcast-partial-warp' \
// RUN:   | FileCheck %s --check-prefix=NONE
//
// 16 work-groups leave 52 multiprocessors without work; 128 of 128 do not.
// RUN: kernelcast lint %s --kernel busy --block 1024 --grid 16 --checks='-*,kernelcast-partial-wave' \
// RUN:   | FileCheck %s --check-prefix=WAVE
// RUN: kernelcast lint %s --kernel busy --block 128 --grid 128 --checks='-*,kernelcast-partial-wave' \
// RUN:   | FileCheck %s --check-prefix=NONE
//
// Two groups with 32 KiB fit at a time, 136 on all: 138 leave a wave of 2, and 134
// places empty; 272 are two waves.
// RUN: kernelcast lint %s --kernel large --block 256 --grid 138 --checks='-*,kernelcast-tail-effect' \
// RUN:   | FileCheck %s --check-prefix=TAIL
// RUN: kernelcast lint %s --kernel large --block 256 --grid 272 --checks='-*,kernelcast-tail-effect' \
// RUN:   | FileCheck %s --check-prefix=NONE
//
// Two groups of two warps each are 4 of 32; with 2 KiB a group there is room for
// 16 groups.
// RUN: kernelcast lint %s --kernel gather --block 64 --grid 65536 --arg tile=32768 --checks='-*,kernelcast-low-occupancy' \
// RUN:   | FileCheck %s --check-prefix=OCCUPANCY
// RUN: kernelcast lint %s --kernel gather --block 64 --grid 65536 --arg tile=2048 --checks='-*,kernelcast-low-occupancy' \
// RUN:   | FileCheck %s --check-prefix=NONE
//
// A group with 128 KiB is larger than a multiprocessor.
// RUN: not kernelcast lint %s --kernel gather --block 64 --grid 64 --arg tile=131072 --checks='-*,kernelcast-cannot-launch' \
// RUN:   | FileCheck %s --check-prefix=LAUNCH
// RUN: kernelcast lint %s --kernel gather --block 64 --grid 64 --arg tile=65536 --checks='-*,kernelcast-cannot-launch' \
// RUN:   | FileCheck %s --check-prefix=NONE
//
// NONE-NOT: warning:
// NONE: {{^}}0 errors and 0 warnings in 1 kernel

// WARP: .cl:[[#@LINE+2]]:15: warning: blocks of 100 threads are no whole number of warps: 28 of 128 lanes idle; {{.*}} [kernelcast-partial-warp]
// WAVE: .cl:[[#@LINE+1]]:15: warning: 16 blocks for 68 SMs: blocks of 128 threads would give work to 68 of them; {{.*}} [kernelcast-partial-wave]
__kernel void busy(__global float *out) {
  int i = get_global_id(0);
  float x = out[i];
  for (int k = 0; k < 4000; ++k)
    x = x * x + 0.5f;
  out[i] = x;
}

// TAIL: .cl:[[#@LINE+1]]:15: warning: 138 blocks run in 1 whole wave of 136 and a last one of 2, which leaves 134 places empty; {{.*}} [kernelcast-tail-effect]
__kernel void large(__global float *out) {
  __local float b[8192];
  float s = b[get_local_id(0)];
  for (int k = 0; k < 1000; ++k)
    s = s * 0.5f + 1;
  out[get_global_id(0)] = s;
}

// OCCUPANCY: .cl:[[#@LINE+2]]:15: warning: 32 KiB of shared memory a block leave room for 4 of 32 warps on an SM; {{.*}} [kernelcast-low-occupancy]
// LAUNCH: .cl:[[#@LINE+1]]:15: error: this launch fails: shared: a block needs 131072 bytes of shared memory, rtx-2080-ti allows 65536 [kernelcast-cannot-launch]
__kernel void gather(__global float *restrict out, __global const float *restrict in, __local float *tile) {
  int i = get_global_id(0), t = get_local_id(0);
  tile[t] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = tile[63 - t % 64];
}
