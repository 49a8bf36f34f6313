// Contracts above OpenCL kernels: broken, kept, and such as nobody can decide.
// Work-groups of 256 on warps of 32.
//
// RUN: not kernelcast lint %s --block 256 --grid 4096 --checks='-*,kernelcast-*contract' > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=CLEAN < %t.txt
// CLEAN-NOT: in fixed_
// CLEAN: {{^}}1 error and 1 warning in 4 kernels, 1 more suppressed

// Lanes 8 words apart want 8 words of each of 4 banks.
// CHECK-DAG: .cl:[[#@LINE+1]]:16: error: contract 'bank_degree(a) <= 4' is broken: it is 8 (exact) [kernelcast-contract]
// kernelcast: bank_degree(a) <= 4; bank_degree(a) <= 8
__kernel void spread(__global float *out) {
  __local float a[2048];
  a[8 * get_local_id(0)] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = a[8 * get_local_id(0)];
}
// 9 is odd: 32 words in 32 banks. Neighbours of 4 bytes fill 4 sectors.
// kernelcast: bank_degree(a) <= 1; sectors_per_warp(store out) == 4
__kernel void fixed_spread(__global float *out) {
  __local float a[2304];
  a[9 * get_local_id(0)] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = a[9 * get_local_id(0)];
}
// CHECK-DAG: .cl:[[#@LINE+1]]:16: warning: contract 'divergence <= 10%' cannot be decided: 'in[get_global_id(0)] > 0': condition not known: it depends on loaded data (in[get_global_id(0)]); it is between 0 % and 100 % [kernelcast-undecided-contract]
// kernelcast: divergence <= 10%; divergence <= 100%
__kernel void data(__global float *out, __global const float *in) {
  float x = 1;
  if (in[get_global_id(0)] > 0)
    for (int k = 0; k < 100; ++k)
      x = x * x + in[k];
  out[get_global_id(0)] = x;
}
// NOLINTNEXTLINE(kernelcast-contract)
// kernelcast: sectors_per_warp(store out) <= 3
__kernel void quiet(__global float *out) {
  out[get_global_id(0)] = 0;
}
