// Two buffers in shared memory change their parts in every round of a stencil,
// as two pointers.
//
// LAUNCH: grid=2 block=64 n=4 x=float[256] y=float[256]
// LAUNCH: grid=1 block=50 n=7 x=float[256] y=float[256]
// LAUNCH: grid=1 block=96 n=1 warp=64 x=float[256] y=float[256]

kernel void swapping_buffers(global const float *x, global float *y, int n) {
  local float first[128], second[130];
  int t = get_local_id(0), size = get_local_size(0);
  local float *now = first, *next = second;
  now[t] = x[get_global_id(0)];
  for (int k = 0; k < n; ++k) {
    barrier(CLK_LOCAL_MEM_FENCE);
    float left = t > 0 ? now[t - 1] : 0;
    float right = t + 1 < size ? now[t + 1] : 0;
    next[t] = (left + right) / 2;
    local float *kept = now;
    now = next;
    next = kept;
  }
  y[get_global_id(0)] = now[t];
}
