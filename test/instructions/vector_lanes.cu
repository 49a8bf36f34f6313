// A vector is stored at once, but each of its four lanes is computed: four
// additions, three addresses, threadIdx.x.
//
// RUN: facts %s --instructions --grid 1 --block 32 | FileCheck %s
// CHECK: store c[t] global 16 B warps 1 lanes 32
// CHECK: instructions fp32 4 int 3 load_global 2 store_global 1 other 1

__global__ void add(const float4 *a, const float4 *b, float4 *c) {
  int t = threadIdx.x;
  float4 x = a[t], y = b[t];
  c[t] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
}
