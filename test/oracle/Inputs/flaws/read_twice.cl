// What has just been loaded is loaded again behind a store to another array.
//
// LAUNCH: grid=2 block=64 out=float[1024] in=float[4096]:random
// LAUNCH: grid=1 block=40 out=float[1024] in=float[4096]:random

kernel void read_twice(global float *out, global float *in) {
  int i = get_global_id(0);
  out[i] = in[32 * i];
  out[i + 512] = in[32 * i] * 2;
  in[32 * i] = 0;
}
