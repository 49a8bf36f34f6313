// Modulo and xor spread accesses over banks and sectors.
//
// LAUNCH: grid=1 block=64 s=1 x=float[4096] y=float[4096]
// LAUNCH: grid=1 block=64 s=8 x=float[4096] y=float[4096]
// LAUNCH: grid=1 block=96 s=31 x=float[4096] y=float[4096]
// LAUNCH: grid=1 block=64 s=32 x=float[4096] y=float[4096]
// LAUNCH: grid=1 block=64 s=33 x=float[4096] y=float[4096]

kernel void swizzles(global const float *x, global float *y, int s) {
  local float a[1024];
  int t = get_local_id(0);
  a[t * s % 1024] = x[t * s % 257];
  a[(t * 32 + (t ^ 5)) % 1024] = x[t ^ 21];
  a[(t * s & 1023) ^ (t & 7)] = x[(t * 16) ^ (t / 2)];
  barrier(CLK_LOCAL_MEM_FENCE);
  y[(t & 3) * 64 + t / 4] = a[(t * 17 + 3) & 1023] + a[t | 8];
}
