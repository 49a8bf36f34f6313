// Blocks take tiles in another order than their numbers: columns of a few tiles
// at a time, which keeps what neighbours share in the cache.

__global__ void tile_order(const float *x, float *y, int across, int down,
                           int high) {
  int b = blockIdx.x, strip = b / (high * across);
  int first = strip * high, rows = min(down - first, high);
  int inside = b % (high * across);
  int row = (first + inside % rows) * blockDim.y + threadIdx.y;
  int column = inside / rows * blockDim.x + threadIdx.x;
  int w = across * blockDim.x;
  y[row * w + column] = x[row * w + column];
}
