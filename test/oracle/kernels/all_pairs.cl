// Forces between all bodies: a block loads as many bodies as it has threads,
// and all threads go through them together, one word for the whole warp.
//
// LAUNCH: grid=2 block=32 n=64 p=float[1024] f=float[1024]
// LAUNCH: grid=3 block=50 n=130 p=float[1024] f=float[1024]
// LAUNCH: grid=1 block=64 n=100 warp=64 p=float[1024] f=float[1024]

kernel void all_pairs(global const float4 *p, global float4 *f, int n) {
  local float4 tile[64];
  int i = get_global_id(0), t = get_local_id(0), size = get_local_size(0);
  float4 me = p[min(i, n - 1)];
  float4 sum = (float4)(0, 0, 0, 0);
  for (int first = 0; first < n; first += size) {
    if (first + t < n)
      tile[t] = p[first + t];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < size && first + k < n; ++k) {
      if (first + k == i)
        continue;
      float4 other = tile[k];
      sum.x += other.w * (other.x - me.x);
      sum.y += other.w * (other.y - me.y);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < n)
    f[i] = sum;
}
