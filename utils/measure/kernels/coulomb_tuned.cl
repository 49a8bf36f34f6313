// coulomb_slice with everything that one would tune: the block, the points a
// work-item takes along either axis (which share an atom's load and its
// distance from the plane), the atoms a trip of the loop takes, whether they
// come through local memory, and whether their table is an array of float4 or
// four arrays. The table's length is a multiple of TILE.
#ifndef BLOCK_X
#define BLOCK_X 32
#endif
#ifndef BLOCK_Y
#define BLOCK_Y 4
#endif
#ifndef WORK_X
#define WORK_X 1
#endif
#ifndef WORK_Y
#define WORK_Y 1
#endif
#ifndef UNROLL
#define UNROLL 1
#endif
#ifndef SHARED
#define SHARED 0
#endif
#ifndef ARRAYS
#define ARRAYS 0
#endif
/// Atoms in local memory at a time.
#ifndef TILE
#define TILE 256
#endif

#if ARRAYS
#define ATOM_TABLE __global const float *atom
#define ATOM(j)                                                                \
  (float4)(atom[j], atom[atoms + (j)], atom[2 * atoms + (j)],                  \
           atom[3 * atoms + (j)])
#else
#define ATOM_TABLE __global const float4 *atom
#define ATOM(j) atom[j]
#endif

__kernel void coulomb_tuned(int width, int height, int atoms, float spacing,
                            float plane, ATOM_TABLE,
                            __global float *potential) {
  int tx = get_local_id(0);
  int ty = get_local_id(1);
  int column = get_group_id(0) * (BLOCK_X * WORK_X) + tx;
  int row = get_group_id(1) * (BLOCK_Y * WORK_Y) + ty;
  float sum[WORK_Y][WORK_X];
#pragma unroll
  for (int v = 0; v < WORK_Y; ++v)
#pragma unroll
    for (int u = 0; u < WORK_X; ++u)
      sum[v][u] = 0.0f;
#if SHARED
  __local float4 tile[TILE];
  for (int first = 0; first < atoms; first += TILE) {
    for (int k = ty * BLOCK_X + tx; k < TILE; k += BLOCK_X * BLOCK_Y)
      tile[k] = ATOM(first + k);
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 1
    for (int j = 0; j < TILE; j += UNROLL) {
#else
  {
#pragma unroll 1
    for (int j = 0; j < atoms; j += UNROLL) {
#endif
#pragma unroll
      for (int k = 0; k < UNROLL; ++k) {
#if SHARED
        float4 a = tile[j + k];
#else
        float4 a = ATOM(j + k);
#endif
        float dz = plane - a.z;
#pragma unroll
        for (int v = 0; v < WORK_Y; ++v) {
          float dy = spacing * (row + v * BLOCK_Y) - a.y;
          float square = dy * dy + dz * dz;
#pragma unroll
          for (int u = 0; u < WORK_X; ++u) {
            float dx = spacing * (column + u * BLOCK_X) - a.x;
            sum[v][u] += a.w * rsqrt(dx * dx + square);
          }
        }
      }
    }
#if SHARED
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }
#pragma unroll
  for (int v = 0; v < WORK_Y; ++v)
#pragma unroll
    for (int u = 0; u < WORK_X; ++u)
      if (row + v * BLOCK_Y < height && column + u * BLOCK_X < width)
        potential[(row + v * BLOCK_Y) * width + column + u * BLOCK_X] =
            sum[v][u];
}
