// The kernels of opencl.cl and opencl_loads.cl with their faults mended: nothing
// is found. Where a fault is a matter of what data say, nobody knows.
//
// RUN: kernelcast lint %s --block 256 --grid 65536 --arg n=16 --arg m=64 \
// RUN:   | FileCheck %s
// CHECK-NOT: warning:
// CHECK-NOT: error:
// CHECK: {{^}}0 errors and 0 warnings in 11 kernels

// uncoalesced-access: neighbours.
__kernel void columns(__global float *restrict out, __global const float *restrict in) {
  int i = get_global_id(0);
  out[i] = in[i];
}
// divergent-barrier: all work-items come to the barrier.
__kernel void early(__global float *restrict out, int n, __local float *sums) {
  int i = get_local_id(0);
  sums[i] = out[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < 32)
    out[get_global_id(0)] = sums[i / 2];
}
// vectorizable-access: one load of 16 bytes.
__kernel void four(__global float *restrict out, __global const float4 *restrict a) {
  int i = get_global_id(0);
  float4 v = a[i];
  out[i] = v.x + v.y + v.z + v.w;
}
__kernel void four_at_once(__global float *restrict out, __global const float *restrict a) {
  int i = get_global_id(0);
  float4 v = vload4(i, a);
  out[i] = v.x + v.y + v.z + v.w;
}
// global-race: another array.
__kernel void shifted(__global float *restrict a, __global const float *restrict b) {
  int i = get_global_id(0);
  a[i] = b[i + 1];
}
// missing-restrict: the promise.
__kernel void looped(__global float *restrict out, __global const float *restrict scale, int n) {
  int i = get_global_id(0);
  for (int k = 0; k < n; ++k)
    out[k * 16777216 + i] = scale[i];
}
// invariant-load: a variable in front of the loop.
__kernel void reset(__global float *out, __global float *scale, int n) {
  int i = get_global_id(0);
  float s = scale[i];
  for (int k = 0; k < n; ++k)
    out[k * 16777216 + i] = s;
  scale[i] = 0;
}
// repeated-load: a variable for the value.
__kernel void twice(__global float *out, __global float *in) {
  int i = get_global_id(0);
  float x = in[i];
  out[i] = x;
  out[i + 16777216] = x * 2;
  in[i] = 0;
}
// scattered-constant: the same table in global memory.
__kernel void lookup(__global float *restrict out, __global const float *restrict table) {
  int i = get_global_id(0);
  out[i] = table[get_local_id(0)];
}
// slow-division: a power of two.
__kernel void divide(__global float *restrict out, int n) {
  int i = get_global_id(0);
  float s = 0;
  for (int k = 0; k < n; ++k)
    s += (i + k) / 64;
  out[i] = s;
}
// array-of-structs: an array for each member.
__kernel void records(__global float *restrict out, __global const float *restrict x) {
  int i = get_global_id(0);
  out[i] = x[i];
}
