// Atomic operations on one word, on a histogram and in local memory.
//
// LAUNCH: grid=2 block=64 n=100 h=int[256] x=int[4096]
// LAUNCH: grid=1 block=50 n=33 h=int[256] x=int[4096]
// LAUNCH: grid=1 block=96 n=70 warp=64 h=int[256] x=int[4096]

kernel void atomics(global int *h, global int *x, int n) {
  local int bins[16];
  int i = get_global_id(0), t = get_local_id(0);
  if (t < 16)
    bins[t] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&bins[t * 3 & 15]);
  if (i < n)
    atomic_add(&h[i % 7], 2);
  atomic_add(h + 100, t);
  for (int k = t % 4; k < 4; ++k)
    atomic_max(&h[128 + k], i);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t < 16)
    x[i] = bins[t];
}
