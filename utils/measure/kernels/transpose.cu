// out = in^T. Naive: rows are read whole, columns are written one sector per
// element. Tiled: a TILE x TILE tile in shared memory makes both sides whole
// rows, but a warp that reads a column of the tile meets one bank 32 times.
// Padded: one column more spreads it over all banks.

#ifndef TILE
#define TILE 32
#endif
#ifndef ROWS
#define ROWS 8
#endif

extern "C" __global__ void transpose_naive(int width, int height,
                                           const float *in, float *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    out[x * height + y] = in[y * width + x];
}

// The block is TILE x ROWS threads; each moves TILE / ROWS elements.
extern "C" __global__ void transpose_tiled(int width, int height,
                                           const float *in, float *out) {
  __shared__ float tile[TILE][TILE];
  int tx = threadIdx.x;
  int ty = threadIdx.y;
  int x = blockIdx.x * TILE + tx;
  int y = blockIdx.y * TILE + ty;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < width && y + j < height)
      tile[ty + j][tx] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * TILE + tx;
  y = blockIdx.x * TILE + ty;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < height && y + j < width)
      out[(y + j) * height + x] = tile[tx][ty + j];
}

extern "C" __global__ void transpose_padded(int width, int height,
                                            const float *in, float *out) {
  __shared__ float tile[TILE][TILE + 1];
  int tx = threadIdx.x;
  int ty = threadIdx.y;
  int x = blockIdx.x * TILE + tx;
  int y = blockIdx.y * TILE + ty;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < width && y + j < height)
      tile[ty + j][tx] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * TILE + tx;
  y = blockIdx.x * TILE + ty;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < height && y + j < width)
      out[(y + j) * height + x] = tile[tx][ty + j];
}
