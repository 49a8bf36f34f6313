// Arrays of one work-item, indexed by what is known and what is not.
//
// LAUNCH: grid=2 block=64 n=5 y=float[4096] z=int[4096]
// LAUNCH: grid=1 block=40 n=3 y=float[4096] z=int[4096]
// LAUNCH: grid=1 block=64 n=8 warp=64 y=float[4096] z=int[4096]

kernel void local_tables(global float *y, global int *z, int n) {
  int t = get_local_id(0);
  float a[8];
  int b[4] = {3, 1, 4, 1};
  for (int k = 0; k < 8; ++k)
    a[k] = k + t;
  for (int k = 0; k < n; ++k)
    a[(k + t) & 7] += a[k];
  y[get_global_id(0)] = a[t % 8] + a[3];
  z[b[t & 3] * 64 + t] = b[n & 1];
}
