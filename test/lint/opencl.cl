// OpenCL kernels are checked once their work-group size is known. There a
// work-item that has returned still counts at a barrier.
//
// RUN: not kernelcast lint %s --block 64 --grid 1024 > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: kernelcast lint %s --kernel columns | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: .cl:[[#@LINE+3]]:15: note: kernel 'columns' was not checked: nothing tells its block size; give --block
// UNKNOWN-NEXT: 0 errors and 0 warnings in 0 kernels

__kernel void columns(__global float *out, __global const float *in) {
  int i = get_global_id(0);
  // CHECK-DAG: .cl:[[#@LINE+1]]:12: warning: load of in[i * 32] touches 32 sectors a warp, 4 would do: lanes 0, 1, 2 ... read 128 bytes apart; {{.*}} [kernelcast-uncoalesced-access]
  out[i] = in[i * 32];
}

__kernel void early(__global float *out, int n, __local float *sums) {
  int i = get_local_id(0);
  if (i >= 10)
    return;
  sums[i] = out[get_global_id(0)];
  // CHECK-DAG: .cl:[[#@LINE+1]]:3: error: not all threads of a block reach barrier(CLK_LOCAL_MEM_FENCE), which is undefined: lanes of one warp differ in 'i >= 10'{{.*}} [kernelcast-divergent-barrier]
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = sums[i / 2];
}
// CHECK: 1 error and 1 warning in 2 kernels
