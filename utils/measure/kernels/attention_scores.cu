// Attention scores S = Q K^T / sqrt(depth) for a batch of heads (the grid's z),
// by tiles in shared memory. Both matrices are read along their rows; the tile
// of K is then walked down its columns, so its rows are padded by one word:
// without that (PADDING 0) the threads of a warp conflict TILE ways.
#ifndef TILE
#define TILE 16
#endif
#ifndef PADDING
#define PADDING 1
#endif

extern "C" __global__ void attention_scores(int length, int depth, float scale,
                                            const float *queries,
                                            const float *keys, float *scores) {
  __shared__ float tile_q[TILE][TILE];
  __shared__ float tile_k[TILE][TILE + PADDING];
  int x = threadIdx.x, y = threadIdx.y;
  int query = blockIdx.y * TILE + y;
  int key = blockIdx.x * TILE + x;
  int key_to_load = blockIdx.x * TILE + y;
  int head = blockIdx.z * length;
  float sum = 0;
  for (int start = 0; start < depth; start += TILE) {
    int p = start + x;
    tile_q[y][x] =
        query < length && p < depth ? queries[(head + query) * depth + p] : 0;
    tile_k[y][x] = key_to_load < length && p < depth
                       ? keys[(head + key_to_load) * depth + p]
                       : 0;
    __syncthreads();
    for (int q = 0; q < TILE; ++q)
      sum += tile_q[y][q] * tile_k[x][q];
    __syncthreads();
  }
  if (query < length && key < length)
    scores[(head + query) * length + key] = sum * scale;
}
