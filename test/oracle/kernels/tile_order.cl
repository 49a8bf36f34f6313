// Blocks take tiles in another order than their numbers: columns of a few tiles
// at a time, which keeps what neighbours share in the cache.
//
// LAUNCH: grid=12 block=8,4 across=4 down=3 high=2 x=float[1024] y=float[1024]
// LAUNCH: grid=15 block=5,5 across=5 down=3 high=2 x=float[1024] y=float[1024]
// LAUNCH: grid=6 block=16,8 across=2 down=3 high=3 warp=64 x=float[1024] y=float[1024]

kernel void tile_order(global const float *x, global float *y, int across,
                       int down, int high) {
  int b = get_group_id(0), strip = b / (high * across);
  int first = strip * high, rows = min(down - first, high);
  int inside = b % (high * across);
  int row = (first + inside % rows) * get_local_size(1) + get_local_id(1);
  int column = inside / rows * get_local_size(0) + get_local_id(0);
  int w = across * get_local_size(0);
  y[row * w + column] = x[row * w + column];
}
