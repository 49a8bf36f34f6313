// Gravitational n-body step: every body sums the pull of all bodies, some
// twenty operations and a reciprocal square root a pair. The naive kernel reads
// the other body from global memory, one address for all lanes; the tiled one
// brings TILE bodies (its block size) at a time into local memory.
#ifndef TILE
#define TILE 128
#endif

__kernel void nbody_naive(int n, float softening, float scale,
                          __global const float4 *position,
                          __global float4 *acceleration) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  float4 own = position[i];
  float x = 0.0f, y = 0.0f, z = 0.0f;
  for (int j = 0; j < n; ++j) {
    float4 other = position[j];
    float dx = other.x - own.x;
    float dy = other.y - own.y;
    float dz = other.z - own.z;
    float inverse = rsqrt(dx * dx + dy * dy + dz * dz + softening);
    float pull = other.w * inverse * inverse * inverse;
    x += pull * dx;
    y += pull * dy;
    z += pull * dz;
  }
  acceleration[i] = (float4)(x * scale, y * scale, z * scale, 0.0f);
}

__kernel void nbody_tiled(int n, float softening, float scale,
                          __global const float4 *position,
                          __global float4 *acceleration) {
  __local float4 tile[TILE];
  int t = get_local_id(0);
  int i = get_group_id(0) * TILE + t;
  float4 own = (float4)(0.0f, 0.0f, 0.0f, 0.0f);
  if (i < n)
    own = position[i];
  float x = 0.0f, y = 0.0f, z = 0.0f;
  for (int first = 0; first < n; first += TILE) {
    // Bodies past the end have no mass.
    float4 fetched = (float4)(0.0f, 0.0f, 0.0f, 0.0f);
    if (first + t < n)
      fetched = position[first + t];
    tile[t] = fetched;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < TILE; ++j) {
      float4 other = tile[j];
      float dx = other.x - own.x;
      float dy = other.y - own.y;
      float dz = other.z - own.z;
      float inverse = rsqrt(dx * dx + dy * dy + dz * dz + softening);
      float pull = other.w * inverse * inverse * inverse;
      x += pull * dx;
      y += pull * dy;
      z += pull * dz;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < n)
    acceleration[i] = (float4)(x * scale, y * scale, z * scale, 0.0f);
}
