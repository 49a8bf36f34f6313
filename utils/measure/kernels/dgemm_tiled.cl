// C = A B in double precision by square tiles in local memory. Beside
// gemm_tiled: twice the bytes of every access, half as many words a bank, and a
// multiply-add that costs 2 to 64 times as much, depending on the GPU.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#ifndef TILE
#define TILE 16
#endif

__kernel void dgemm_tiled(int m, int n, int k, __global const double *a,
                          __global const double *b, __global double *c) {
  __local double tile_a[TILE][TILE];
  __local double tile_b[TILE][TILE];
  int x = get_local_id(0), y = get_local_id(1);
  int column = get_group_id(0) * TILE + x;
  int row = get_group_id(1) * TILE + y;
  double sum = 0;
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
