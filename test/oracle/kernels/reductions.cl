// Trees in local memory with interleaved and sequential addressing.
//
// LAUNCH: grid=2 block=128 x=float[1024] y=float[64]
// LAUNCH: grid=1 block=64 x=float[1024] y=float[64]
// LAUNCH: grid=2 block=64 warp=64 x=float[1024] y=float[64]

kernel void reductions(global const float *x, global float *y) {
  local float a[128], b[128], c[128];
  int t = get_local_id(0), n = get_local_size(0);
  a[t] = b[t] = c[t] = x[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 1; s < n; s *= 2) {
    if (t % (2 * s) == 0)
      a[t] += a[t + s];
    int i = 2 * s * t;
    if (i < n)
      b[i] += b[i + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int s = n / 2; s > 0; s >>= 1) {
    if (t < s)
      c[t] += c[t + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0)
    y[get_group_id(0)] = a[0] + b[0] + c[0];
}
