// Gravitational n-body step: every body sums the pull of all bodies, some
// twenty operations and a reciprocal square root a pair. The naive kernel reads
// the other body from global memory, one address for all lanes; the tiled one
// brings TILE bodies (its block size) at a time into shared memory.
#ifndef TILE
#define TILE 128
#endif

extern "C" __global__ void nbody_naive(int n, float softening, float scale,
                                       const float4 *position,
                                       float4 *acceleration) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float4 own = position[i];
  float x = 0.0f, y = 0.0f, z = 0.0f;
  for (int j = 0; j < n; ++j) {
    float4 other = position[j];
    float dx = other.x - own.x;
    float dy = other.y - own.y;
    float dz = other.z - own.z;
    float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + softening);
    float pull = other.w * inverse * inverse * inverse;
    x += pull * dx;
    y += pull * dy;
    z += pull * dz;
  }
  acceleration[i] = make_float4(x * scale, y * scale, z * scale, 0.0f);
}

extern "C" __global__ void nbody_tiled(int n, float softening, float scale,
                                       const float4 *position,
                                       float4 *acceleration) {
  __shared__ float4 tile[TILE];
  int t = threadIdx.x;
  int i = blockIdx.x * TILE + t;
  float4 own = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  if (i < n)
    own = position[i];
  float x = 0.0f, y = 0.0f, z = 0.0f;
  for (int first = 0; first < n; first += TILE) {
    // Bodies past the end have no mass.
    float4 fetched = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    if (first + t < n)
      fetched = position[first + t];
    tile[t] = fetched;
    __syncthreads();
    for (int j = 0; j < TILE; ++j) {
      float4 other = tile[j];
      float dx = other.x - own.x;
      float dy = other.y - own.y;
      float dz = other.z - own.z;
      float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + softening);
      float pull = other.w * inverse * inverse * inverse;
      x += pull * dx;
      y += pull * dy;
      z += pull * dz;
    }
    __syncthreads();
  }
  if (i < n)
    acceleration[i] = make_float4(x * scale, y * scale, z * scale, 0.0f);
}
