// C = A B by square tiles in local memory: each element of A and B is fetched
// n / TILE times instead of n times, and a barrier stands before and after each
// tile. Two local loads for every multiply-add bound the speed.
#ifndef TILE
#define TILE 16
#endif

__kernel void gemm_tiled(int m, int n, int k, __global const float *a,
                         __global const float *b, __global float *c) {
  __local float tile_a[TILE][TILE];
  __local float tile_b[TILE][TILE];
  int x = get_local_id(0), y = get_local_id(1);
  int column = get_group_id(0) * TILE + x;
  int row = get_group_id(1) * TILE + y;
  float sum = 0;
  for (int start = 0; start < k; start += TILE) {
    tile_a[y][x] = row < m && start + x < k ? a[row * k + start + x] : 0;
    tile_b[y][x] =
        start + y < k && column < n ? b[(start + y) * n + column] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int p = 0; p < TILE; ++p)
      sum += tile_a[y][p] * tile_b[p][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}
