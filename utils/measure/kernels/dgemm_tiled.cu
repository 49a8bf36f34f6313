// C = A B in double precision by square tiles in shared memory. Beside
// gemm_tiled: twice the bytes of every access, half as many words a bank, and a
// multiply-add that costs 2 to 64 times as much, depending on the GPU.
#ifndef TILE
#define TILE 16
#endif

extern "C" __global__ void dgemm_tiled(int m, int n, int k, const double *a,
                                       const double *b, double *c) {
  __shared__ double tile_a[TILE][TILE];
  __shared__ double tile_b[TILE][TILE];
  int x = threadIdx.x, y = threadIdx.y;
  int column = blockIdx.x * TILE + x;
  int row = blockIdx.y * TILE + y;
  double sum = 0;
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
