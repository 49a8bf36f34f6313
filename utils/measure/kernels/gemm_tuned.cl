// The register-blocked matrix product with its choices laid open for tuning:
// tiles, elements a work-item, width of loads, unrolling, padding of A's tile.
// The grid covers C; n and k are multiples of the tiles; TILE_K, TILE_N and
// PADDING are multiples of VECTOR.
#ifndef TILE_M
#define TILE_M 64
#endif
#ifndef TILE_N
#define TILE_N 64
#endif
#ifndef TILE_K
#define TILE_K 16
#endif
#ifndef MICRO_M
#define MICRO_M 4
#endif
#ifndef MICRO_N
#define MICRO_N 4
#endif
#ifndef VECTOR
#define VECTOR 1
#endif
#ifndef UNROLL
#define UNROLL 1
#endif
#ifndef PADDING
#define PADDING 0
#endif
#define THREADS_M (TILE_M / MICRO_M)
#define THREADS_N (TILE_N / MICRO_N)
#define THREADS (THREADS_M * THREADS_N)
#if VECTOR == 4
typedef float4 vector;
#elif VECTOR == 2
typedef float2 vector;
#else
typedef float vector;
#endif
enum { Unroll = UNROLL }; // pragmas do not expand macros everywhere

__kernel __attribute__((reqd_work_group_size(THREADS_N, THREADS_M, 1))) void
gemm_tuned(int n, int k, __global const float *restrict a,
           __global const float *restrict b, __global float *restrict c) {
  __local __attribute__((aligned(16))) float tile_a[TILE_M][TILE_K + PADDING];
  __local __attribute__((aligned(16))) float tile_b[TILE_K][TILE_N];
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
    for (int i = thread * VECTOR; i < TILE_M * TILE_K; i += THREADS * VECTOR) {
      int row = i / TILE_K, p = i % TILE_K;
      *(__local vector *)&tile_a[row][p] =
          *(__global const vector *)&a[(first_row + row) * k + start + p];
    }
    for (int i = thread * VECTOR; i < TILE_K * TILE_N; i += THREADS * VECTOR) {
      int p = i / TILE_N, column = i % TILE_N;
      *(__local vector *)&tile_b[p][column] =
          *(__global const vector *)&b[(start + p) * n + first_column + column];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll Unroll
    for (int p = 0; p < TILE_K; ++p) {
      float of_a[MICRO_M], of_b[MICRO_N];
#pragma unroll
      for (int i = 0; i < MICRO_M; ++i)
        of_a[i] = tile_a[y + i * THREADS_M][p];
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
  for (int i = 0; i < MICRO_M; ++i)
#pragma unroll
    for (int j = 0; j < MICRO_N; ++j)
      c[(first_row + y + i * THREADS_M) * n + first_column + x +
        j * THREADS_N] = sum[i][j];
}
