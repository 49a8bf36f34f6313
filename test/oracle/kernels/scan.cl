// A scan in local memory, Blelloch's tree up and down.
//
// LAUNCH: grid=2 block=32 x=float[256] y=float[256]
// LAUNCH: grid=1 block=64 x=float[256] y=float[256]
// LAUNCH: grid=1 block=128 warp=64 x=float[256] y=float[256]

kernel void scan(global const float *x, global float *y) {
  local float a[256];
  int t = get_local_id(0), n = 2 * get_local_size(0), offset = 1;
  int first = get_group_id(0) * n;
  a[2 * t] = x[first + 2 * t];
  a[2 * t + 1] = x[first + 2 * t + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < d)
      a[offset * (2 * t + 2) - 1] += a[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  if (t == 0)
    a[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < d) {
      int i = offset * (2 * t + 1) - 1, j = offset * (2 * t + 2) - 1;
      float saved = a[i];
      a[i] = a[j];
      a[j] += saved;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  y[first + t] = a[t];
  y[first + t + get_local_size(0)] = a[t + get_local_size(0)];
}
