// What only newer GPUs have, a program may define for older ones under the same
// name; the pairs of bfloat16 are two numbers of 16 bits; nvcc takes __restrict__
// before the name of an array; numbers of 8 bits may be made on the host.
//
// RUN: facts %s --grid 1 --block 32 2>&1 | FileCheck %s --implicit-check-not=error
// CHECK: kernel k modelled
// CHECK: store out[threadIdx.x] global 4 B warps 1 lanes 32 sectors 4 {{.*}} exact

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

__device__ __half __hmax_nan(__half a, __half b) {
  return __hisnan(a) || a > b ? a : b;
}

__device__ float high(const __nv_bfloat162 pair) {
  return __internal_bfloat162float(((__nv_bfloat162_raw)pair).y);
}

__device__ void add(float __restrict__ to[], float __restrict__ (*from)[4]) {
  to[0] += from[0][0];
}

__nv_fp8_e4m3 on_host(const float x) { return __nv_fp8_e4m3(x); }

__global__ void k(float *out, const __half *in, const __nv_bfloat162 *pairs) {
  float sum[1] = {0}, row[1][4] = {};
  add(sum, row);
  out[threadIdx.x] = (float)__hmax_nan(in[0], in[1]) + high(pairs[0]) + sum[0];
}
