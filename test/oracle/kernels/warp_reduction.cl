// A grid-stride sum, then a tree. Its last steps run in one group of 32 lanes
// that needs no barrier.
//
// LAUNCH: grid=2 block=128 n=1000 x=float[1024] y=float[16]
// LAUNCH: grid=3 block=64 n=333 x=float[1024] y=float[16]
// LAUNCH: grid=1 block=256 n=999 warp=64 x=float[1024] y=float[16]

kernel void warp_reduction(global const float *x, global float *y, int n) {
  local volatile float part[256];
  int t = get_local_id(0);
  float sum = 0;
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    sum += x[i];
  part[t] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = get_local_size(0) / 2; s >= 32; s /= 2) {
    if (t < s)
      part[t] += part[t + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t < 16) {
    part[t] += part[t + 16];
    part[t] += part[t + 8];
    part[t] += part[t + 4];
    part[t] += part[t + 2];
    part[t] += part[t + 1];
  }
  if (t == 0)
    y[get_group_id(0)] = part[0];
}
