// vload4 reads four elements at once: 16 bytes a lane, at element 4 i: 16
// sectors, 4 lines. vload4(0, in + i) starts at each element: bytes 0..139 of
// the warp: 5 sectors, 2 lines. vstore2 writes 8 bytes a lane: 8 sectors.
// vload_half reads 2 bytes: 2 sectors. in4[i].y loads the vector and takes one
// element: 16 sectors.
//
// RUN: facts %s --grid 1 --block 32 | FileCheck %s
// CHECK: load vload4(i, in) global 16 B warps 1 lanes 32 sectors 16 lines 4 transactions 16 exact
// CHECK: load vload4(0, in + i) global 16 B warps 1 lanes 32 sectors 5 lines 2 transactions 5 exact
// CHECK-DAG: load in4[i] global 16 B warps 1 lanes 32 sectors 16 lines 4 transactions 16 exact
// CHECK-DAG: load vload_half(i, h) global 2 B warps 1 lanes 32 sectors 2 lines 1 transactions 2 exact
// CHECK: store vstore2({{.*}} global 8 B warps 1 lanes 32 sectors 8 lines 2 transactions 8 exact

__kernel void vectors(__global const float *in, __global const float4 *in4,
                      __global const half *h, __global float *out) {
  size_t i = get_global_id(0);
  float4 a = vload4(i, in);
  float4 b = vload4(0, in + i);
  float c = in4[i].y + vload_half(i, h);
  vstore2((float2)(a.x + b.y, a.z + c), i, out);
}
