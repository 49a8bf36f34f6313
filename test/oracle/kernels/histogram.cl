// Each block counts into bins of its own in shared memory and adds them to the
// common ones at the end. Where bins meet follows the values; here also the
// index.
//
// LAUNCH: grid=2 block=64 n=500 x=uchar[1024]:random h=int[64]
// LAUNCH: grid=1 block=50 n=99 x=uchar[1024]:random h=int[64]
// LAUNCH: grid=2 block=128 n=700 warp=64 x=uchar[1024]:random h=int[64]

kernel void histogram(global const uchar *x, global int *h, int n) {
  local int bins[32], places[32];
  int t = get_local_id(0), size = get_local_size(0);
  for (int k = t; k < 32; k += size)
    bins[k] = places[k] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
    int value = x[i] & 31;
    atomic_add(&bins[value], 1); // data
    atomic_add(&places[i * 7 % 19], 1);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = t; k < 32; k += size)
    atomic_add(&h[k], bins[k] + places[k]);
}
