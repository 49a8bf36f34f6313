// A stencil whose block loads a halo with some of its lanes.
//
// LAUNCH: grid=3 block=64 n=192 r=2 x=float[4096] y=float[4096]
// LAUNCH: grid=2 block=40 n=75 r=7 x=float[4096] y=float[4096]
// LAUNCH: grid=2 block=100 n=170 r=5 warp=64 x=float[4096] y=float[4096]

kernel void halo(global const float *x, global float *y, int n, int r) {
  local float tile[128];
  int i = get_global_id(0), t = get_local_id(0), w = get_local_size(0);
  tile[t + r] = i < n ? x[i] : 0;
  if (t < r) {
    tile[t] = i >= r ? x[i - r] : 0;
    if (i + w < n)
      tile[t + r + w] = x[i + w];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i >= n)
    return;
  float sum = 0;
  for (int k = -r; k <= r; ++k)
    sum += tile[t + r + k];
  y[i] = sum;
}
