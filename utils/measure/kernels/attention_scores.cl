// Attention scores S = Q K^T / sqrt(depth) for a batch of heads (the grid's z),
// by tiles in local memory. Both matrices are read along their rows; the tile
// of K is then walked down its columns, so its rows are padded by one word:
// without that (PADDING 0) the work-items of a warp conflict TILE ways.
#ifndef TILE
#define TILE 16
#endif
#ifndef PADDING
#define PADDING 1
#endif

__kernel void attention_scores(int length, int depth, float scale,
                               __global const float *queries,
                               __global const float *keys,
                               __global float *scores) {
  __local float tile_q[TILE][TILE];
  __local float tile_k[TILE][TILE + PADDING];
  int x = get_local_id(0), y = get_local_id(1);
  int query = get_group_id(1) * TILE + y;
  int key = get_group_id(0) * TILE + x;
  int key_to_load = get_group_id(0) * TILE + y;
  int head = get_group_id(2) * length;
  float sum = 0;
  for (int start = 0; start < depth; start += TILE) {
    int p = start + x;
    tile_q[y][x] =
        query < length && p < depth ? queries[(head + query) * depth + p] : 0;
    tile_k[y][x] = key_to_load < length && p < depth
                       ? keys[(head + key_to_load) * depth + p]
                       : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int q = 0; q < TILE; ++q)
      sum += tile_q[y][q] * tile_k[x][q];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (query < length && key < length)
    scores[(head + query) * length + key] = sum * scale;
}
