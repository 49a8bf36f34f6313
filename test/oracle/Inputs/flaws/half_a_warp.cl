// Blocks of 48 threads: half of every second warp is idle, and on many blocks
// that takes time.
//
// LAUNCH: grid=680 block=48 n=40 x=float[32640]

kernel void half_a_warp(global float *x, int n) {
  int i = get_global_id(0);
  float sum = x[i];
  for (int k = 0; k < n; ++k)
    sum = sum * sum + 1;
  x[i] = sum;
}
