// A scan after Hillis and Steele: in each step every thread adds what stands
// 1, 2, 4, ... places before it, from one of two buffers into the other.
//
// LAUNCH: grid=2 block=64 x=float[256] y=float[256]
// LAUNCH: grid=1 block=50 x=float[256] y=float[256]
// LAUNCH: grid=2 block=128 warp=64 x=float[256] y=float[256]

kernel void doubling_scan(global const float *x, global float *y) {
  local float sums[2][128];
  int t = get_local_id(0), from = 0;
  sums[0][t] = x[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int back = 1; back < get_local_size(0); back <<= 1) {
    float sum = sums[from][t];
    if (t >= back)
      sum += sums[from][t - back];
    from = 1 - from;
    sums[from][t] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  y[get_global_id(0)] = sums[from][t];
}
