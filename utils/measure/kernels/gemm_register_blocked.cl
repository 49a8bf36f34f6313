// C = A B by tiles in local memory, each work-item computing MICRO_M x MICRO_N
// elements in registers: MICRO_M + MICRO_N local loads serve MICRO_M * MICRO_N
// multiply-adds, which are independent of each other. Costs registers, and so
// occupancy. The tile of A lies transposed: its stores conflict, not its loads.
#ifndef TILE_M
#define TILE_M 64
#endif
#ifndef TILE_N
#define TILE_N 64
#endif
#ifndef TILE_K
#define TILE_K 8
#endif
#ifndef MICRO_M
#define MICRO_M 4
#endif
#ifndef MICRO_N
#define MICRO_N 4
#endif
#define THREADS_M (TILE_M / MICRO_M)
#define THREADS_N (TILE_N / MICRO_N)
#define THREADS (THREADS_M * THREADS_N)

__kernel void gemm_register_blocked(int m, int n, int k,
                                    __global const float *a,
                                    __global const float *b,
                                    __global float *c) {
  __local float tile_a[TILE_K][TILE_M];
  __local float tile_b[TILE_K][TILE_N];
  int x = get_local_id(0), y = get_local_id(1);
  int thread = y * THREADS_N + x;
  int first_row = get_group_id(1) * TILE_M;
  int first_column = get_group_id(0) * TILE_N;
  float sum[MICRO_M][MICRO_N];
#pragma unroll
  for (int i = 0; i < MICRO_M; ++i)
#pragma unroll
    for (int j = 0; j < MICRO_N; ++j)
      sum[i][j] = 0;

  for (int start = 0; start < k; start += TILE_K) {
    for (int i = thread; i < TILE_M * TILE_K; i += THREADS) {
      int row = first_row + i / TILE_K;
      int p = start + i % TILE_K;
      tile_a[i % TILE_K][i / TILE_K] = row < m && p < k ? a[row * k + p] : 0;
    }
    for (int i = thread; i < TILE_K * TILE_N; i += THREADS) {
      int p = start + i / TILE_N;
      int column = first_column + i % TILE_N;
      tile_b[i / TILE_N][i % TILE_N] =
          p < k && column < n ? b[p * n + column] : 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int p = 0; p < TILE_K; ++p) {
      float of_a[MICRO_M], of_b[MICRO_N];
#pragma unroll
      for (int i = 0; i < MICRO_M; ++i)
        of_a[i] = tile_a[p][y + i * THREADS_M];
#pragma unroll
      for (int j = 0; j < MICRO_N; ++j)
        of_b[j] = tile_b[p][x + j * THREADS_N];
#pragma unroll
      for (int i = 0; i < MICRO_M; ++i)
#pragma unroll
        for (int j = 0; j < MICRO_N; ++j)
          sum[i][j] += of_a[i] * of_b[j];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

#pragma unroll
  for (int i = 0; i < MICRO_M; ++i) {
    int row = first_row + y + i * THREADS_M;
#pragma unroll
    for (int j = 0; j < MICRO_N; ++j) {
      int column = first_column + x + j * THREADS_N;
      if (row < m && column < n)
        c[row * n + column] = sum[i][j];
    }
  }
}
