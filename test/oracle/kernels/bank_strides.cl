// A stride of s words in shared memory meets gcd(s, 32) lanes in each bank: odd
// strides are free, powers of two are the worst.
//
// LAUNCH: grid=1 block=64 s=0..33 y=float[4096]
// LAUNCH: grid=2 block=40 s=-33..-28 y=float[4096]
// LAUNCH: grid=1 block=64 s=4..6 warp=64 y=float[4096]

kernel void bank_strides(global float *y, int s) {
  local float a[4288];
  int t = get_local_id(0);
  a[2144 + t * s] = t;
  barrier(CLK_LOCAL_MEM_FENCE);
  y[get_global_id(0)] = a[2144 - t * s];
}
