// One lane of each warp, or of each block, works for all: what it writes costs
// a warp execution all the same.
//
// LAUNCH: grid=3 block=64 n=5 x=float[1024] y=float[256]
// LAUNCH: grid=2 block=100 n=3 x=float[1024] y=float[256]
// LAUNCH: grid=2 block=128 n=4 warp=64 x=float[1024] y=float[256]

kernel void lane_zero(global const float *x, global float *y, int n) {
  local float totals[4];
  int t = get_local_id(0), lane = t % 32, warp = t / 32;
  if (lane == 0) {
    float sum = 0;
    for (int k = 0; k < n; ++k)
      sum += x[(warp * n + k) * 32];
    totals[warp] = sum;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t == 0) {
    float sum = 0;
    for (int k = 0; k * 32 < get_local_size(0); ++k)
      sum += totals[k];
    y[get_group_id(0)] = sum;
  }
}
