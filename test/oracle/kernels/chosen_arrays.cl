// Even lanes work on one array and odd lanes on another, through one pointer.
//
// LAUNCH: grid=2 block=64 n=30 a=float[512] b=float[512]
// LAUNCH: grid=1 block=50 n=7 a=float[512] b=float[512]
// LAUNCH: grid=1 block=96 n=64 warp=64 a=float[512] b=float[512]

kernel void chosen_arrays(global float *a, global float *b, int n) {
  int t = get_local_id(0);
  global float *mine = t & 1 ? a : b;
  mine[t] = 1;
  global float *one = t < n ? a : b + 64;
  one[128 + t * 2] = mine[t + 256];
}
