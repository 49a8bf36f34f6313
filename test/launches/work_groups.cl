// OpenCL: reqd_work_group_size fixes the block; --global counts work-items, --grid
// work-groups; the size of a __local parameter comes by --arg (bytes) or, for all
// together, by --dynamic-shared.
//
// RUN: facts %s --kernel fixed --global 256,64 | FileCheck %s --check-prefix=FIXED
// FIXED: launch 16 16 1 block 16 4 1 shared 0
// RUN: facts %s --kernel local_parameter --global 1024 --block 128 --arg s=512 | FileCheck %s --check-prefix=LOCAL
// LOCAL: launch 8 1 1 block 128 1 1 shared 512
// Stride 2 words: degree 2 in each of 8 * 4 warps.
// LOCAL: load s[2 * l] shared 4 B warps 32 lanes 1024 cycles 64 degree 2 exact
// RUN: facts %s --kernel local_parameter --grid 2 --block 64 --dynamic-shared 1024 | FileCheck %s --check-prefix=TOGETHER
// TOGETHER: launch 2 1 1 block 64 1 1 shared 1024

__kernel __attribute__((reqd_work_group_size(16, 4, 1))) void
fixed(__global float *p) {
  p[get_global_id(1) * get_global_size(0) + get_global_id(0)] = 0;
}

__kernel void local_parameter(__global float *p, __local float *s) {
  int l = get_local_id(0);
  p[get_global_id(0)] = s[2 * l];
}
