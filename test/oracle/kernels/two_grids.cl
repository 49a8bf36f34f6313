// One grid does two jobs: the first blocks one, the rest the other; and of the
// warps of a block some load while others store.
//
// LAUNCH: grid=5 block=64 first=2 x=float[1024] y=float[1024]
// LAUNCH: grid=4 block=50 first=3 x=float[1024] y=float[1024]
// LAUNCH: grid=3 block=128 first=1 warp=64 x=float[1024] y=float[1024]

kernel void two_grids(global const float *x, global float *y, int first) {
  local float box[128];
  int b = get_group_id(0), t = get_local_id(0), size = get_local_size(0);
  if (b < first) {
    y[b * size + t] = x[(b * size + t) * 2 % 999];
    return;
  }
  int group = t / 32;
  if (group == 0)
    box[t] = x[(b - first) * size + t];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (group == 1)
    y[512 + (b - first) * 32 + t % 32] = box[t - 32];
}
