// Groups of 32 lanes scan by themselves, without a barrier in between; then the
// first of them scans the groups' totals.
//
// LAUNCH: grid=2 block=128 x=float[256] y=float[256]
// LAUNCH: grid=1 block=80 x=float[256] y=float[256]
// LAUNCH: grid=1 block=256 warp=64 x=float[256] y=float[256]

kernel void warp_scan(global const float *x, global float *y) {
  local volatile float sums[256];
  local float totals[8];
  int t = get_local_id(0), lane = t & 31, warp = t >> 5;
  int warps = (get_local_size(0) + 31) / 32;
  sums[t] = x[get_global_id(0)];
  if (lane >= 1)
    sums[t] += sums[t - 1];
  if (lane >= 2)
    sums[t] += sums[t - 2];
  if (lane >= 4)
    sums[t] += sums[t - 4];
  if (lane >= 8)
    sums[t] += sums[t - 8];
  if (lane >= 16)
    sums[t] += sums[t - 16];
  if (lane == 31 || t == get_local_size(0) - 1)
    totals[warp] = sums[t];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (warp == 0 && lane == 0)
    for (int k = 1; k < warps; ++k)
      totals[k] += totals[k - 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  y[get_global_id(0)] = sums[t] + (warp > 0 ? totals[warp - 1] : 0);
}
