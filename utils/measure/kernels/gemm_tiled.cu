// C = A B by square tiles in shared memory: each element of A and B is fetched
// n / TILE times instead of n times, and a barrier stands before and after each
// tile. Two shared loads for every multiply-add bound the speed.
#ifndef TILE
#define TILE 16
#endif

extern "C" __global__ void gemm_tiled(int m, int n, int k, const float *a,
                                      const float *b, float *c) {
  __shared__ float tile_a[TILE][TILE];
  __shared__ float tile_b[TILE][TILE];
  int x = threadIdx.x, y = threadIdx.y;
  int column = blockIdx.x * TILE + x;
  int row = blockIdx.y * TILE + y;
  float sum = 0;
  for (int start = 0; start < k; start += TILE) {
    tile_a[y][x] = row < m && start + x < k ? a[row * k + start + x] : 0;
    tile_b[y][x] =
        start + y < k && column < n ? b[(start + y) * n + column] : 0;
    __syncthreads();
    for (int p = 0; p < TILE; ++p)
      sum += tile_a[y][p] * tile_b[p][x];
    __syncthreads();
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}
