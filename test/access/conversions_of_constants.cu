// CUDA's conversions of constants, each in its own way of rounding; beyond the
// type they stop at its end. A warp that writes out[t * n] has 32 lanes 4 n bytes
// apart: 4 n sectors, and 1 if n is 0.
//
// RUN: facts %s --grid 1 --block 32 | FileCheck %s

extern __device__ int float2int(float x); // of another file: says nothing

__global__ void conversions(int *out, float f) {
  int t = threadIdx.x;
  // CHECK: store out[t * __float2int_rn(2.5f)] {{.*}} sectors 8 {{.*}} exact
  out[t * __float2int_rn(2.5f)] = 1; // 2, the even one
  // CHECK: store out[t * __float2int_ru(2.1f)] {{.*}} sectors 12 {{.*}} exact
  out[t * __float2int_ru(2.1f)] = 1; // 3
  // CHECK: store out[t * (4 + __float2int_rd(-2.1f))] {{.*}} sectors 4 {{.*}} exact
  out[t * (4 + __float2int_rd(-2.1f))] = 1; // 4 - 3
  // CHECK: store out[t * (4 + __double2int_rz(-2.9))] {{.*}} sectors 8 {{.*}} exact
  out[t * (4 + __double2int_rz(-2.9))] = 1; // 4 - 2
  // CHECK: store out[t * __float2uint_rz(-5.0f)] {{.*}} sectors 1 {{.*}} exact
  out[t * __float2uint_rz(-5.0f)] = 1; // 0
  // CHECK: store out[t * (__float2int_rz(1e20f) - 2147483646)] {{.*}} sectors 4 {{.*}} exact
  out[t * (__float2int_rz(1e20f) - 2147483646)] = 1; // the largest, less all but 1
  // CHECK: store out[t * __float2int_rz(f)] {{.*}} sectors 1..32 {{.*}} bounded
  out[t * __float2int_rz(f)] = 1;
  // CHECK: store out[t * float2int(2.5f)] {{.*}} sectors 1..32 {{.*}} bounded
  out[t * float2int(2.5f)] = 1;
}
