// A loop over the bits that are set in a mask: as many rounds as there are
// ones, each at another place.
//
// LAUNCH: grid=2 block=64 mask=0xffff x=float[64] y=float[256]
// LAUNCH: grid=1 block=50 mask=0x5a5a x=float[64] y=float[256]
// LAUNCH: grid=1 block=128 mask=0x7f warp=64 x=float[64] y=float[256]

kernel void set_bits(global const float *x, global float *y, int mask) {
  int i = get_global_id(0);
  uint left = i * 37 & mask;
  float sum = 0;
  while (left) {
    uint lowest = left & -left;
    sum += x[31 - clz(lowest)];
    left &= left - 1;
  }
  y[i] = sum + x[popcount(i & mask) + 32];
}
