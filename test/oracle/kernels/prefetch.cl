// While a block works on one tile, it already loads the next one into
// registers.
//
// LAUNCH: grid=2 block=32 n=256 x=float[1024] y=float[1024]
// LAUNCH: grid=1 block=50 n=130 x=float[1024] y=float[1024]
// LAUNCH: grid=1 block=128 n=500 warp=64 x=float[1024] y=float[1024]

kernel void prefetch(global const float *x, global float *y, int n) {
  local float tile[128];
  int t = get_local_id(0), size = get_local_size(0);
  int step = size * get_num_groups(0);
  int first = get_group_id(0) * size;
  float next = first + t < n ? x[first + t] : 0;
  while (first < n) {
    tile[t] = next;
    barrier(CLK_LOCAL_MEM_FENCE);
    int here = first + t;
    first += step;
    if (first + t < n)
      next = x[first + t];
    if (here < n)
      y[here] = tile[t] + tile[(t + 1) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
