// Elements that are counted up, doubled or shifted where they stand: a load and
// a store at one place.
//
// LAUNCH: grid=2 block=64 n=3 x=int[1024] y=float[1024]
// LAUNCH: grid=1 block=50 n=5 x=int[1024] y=float[1024]
// LAUNCH: grid=1 block=96 n=2 warp=64 x=int[1024] y=float[1024]

kernel void counted_in_place(global int *x, global float *y, int n) {
  local int bins[64];
  int i = get_global_id(0), t = get_local_id(0);
  bins[t % 64] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  x[i]++;
  --x[i * 2 + 256];
  y[i] *= 2;
  for (int k = 0; k < n; ++k)
    x[i + k] <<= 1;
  bins[t * n % 64] |= 1;
  int before = x[600 + i]++;
  y[i + 512] = ++bins[t / 2];
}
