// A function with barriers in its loop, called by all threads, and its shared
// memory handed in from outside.
//
// LAUNCH: grid=2 block=64 n=2 x=float[1024] y=float[1024]
// LAUNCH: grid=1 block=32 n=5 x=float[1024] y=float[1024]
// LAUNCH: grid=1 block=128 n=3 warp=64 x=float[1024] y=float[1024]

float block_sum(local float *part, int t, float v) {
  part[t] = v;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = get_local_size(0) / 2; s > 0; s /= 2) {
    if (t < s)
      part[t] += part[t + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  float sum = part[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  return sum;
}

kernel void barrier_functions(global const float *x, global float *y, int n) {
  local float part[128];
  int t = get_local_id(0), i = get_global_id(0);
  float v = x[i];
  for (int k = 0; k < n; ++k)
    v -= block_sum(part, t, v * k);
  y[i] = v + block_sum(part, t, 1);
}
