// Pointer casts change the width and the scale. One warp:
//   ((float4 *)in)[t]           16 bytes each: 16 sectors, 4 lines
//   *(float2 *)(in + 2 * t)     8 bytes each: 8 sectors, 2 lines
//   ((const char *)in)[t]       1 sector
//   *(float *)((char *)in + t * pitch), pitch = 36 bytes: 36 t: sector of lane t
//      is 9 t / 8: one each but none shared: 32 sectors; last byte 1119: 9 lines
//   row[t], row = (float *)((char *)in + 100): bytes 100..227: sectors 3..7
//
// RUN: facts %s --grid 1 --block 32 --arg pitch=36 | FileCheck %s
// CHECK: load {{.*}}float4 *{{.*}} global 16 B warps 1 lanes 32 sectors 16 lines 4 transactions 16 exact
// CHECK: load {{.*}}float2 *{{.*}} global 8 B warps 1 lanes 32 sectors 8 lines 2 transactions 8 exact
// CHECK: load {{.*}}char *{{.*}} global 1 B warps 1 lanes 32 sectors 1 lines 1 transactions 1 exact
// CHECK: load {{.*}}t * pitch{{.*}} global 4 B warps 1 lanes 32 sectors 32 lines 9 transactions 32 exact
// CHECK: load row[t] global 4 B warps 1 lanes 32 sectors 5 lines 2 transactions 5 exact

__global__ void casts(const float *in, float *out, int pitch) {
  int t = threadIdx.x;
  float4 a = ((const float4 *)in)[t];
  float2 b = *(const float2 *)(in + 2 * t);
  float sum = a.x + a.y + a.z + a.w + b.x + b.y;
  sum += ((const char *)in)[t];
  sum += *(const float *)((const char *)in + t * pitch);
  const float *row = (const float *)((const char *)in + 100);
  sum += row[t];
  out[t] = sum;
}
