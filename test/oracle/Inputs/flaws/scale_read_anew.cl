// A scale that the kernel writes in the end, so that it is loaded for each row.
//
// LAUNCH: grid=80 block=256 n=8 out=float[180000] scale=float[700000]:random
// LAUNCH: grid=100 block=200 n=7 out=float[180000] scale=float[700000]:random

kernel void scale_read_anew(global float *out, global float *scale, int n) {
  int i = get_global_id(0);
  for (int k = 0; k < n; ++k)
    out[k * 20480 + i] = scale[32 * i];
  scale[32 * i] = 0;
}
