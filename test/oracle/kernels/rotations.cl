// Barrel shifts of rows by their number, forwards and backwards, without and
// with a power of two.
//
// LAUNCH: grid=2 block=16,4 w=16 x=float[512] y=float[512]
// LAUNCH: grid=1 block=12,5 w=12 x=float[512] y=float[512]
// LAUNCH: grid=1 block=32,4 w=31 warp=64 x=float[512] y=float[512]

kernel void rotations(global const float *x, global float *y, int w) {
  local float rows[8][32];
  int c = get_local_id(0), r = get_local_id(1), b = get_group_id(0);
  if (c < w)
    rows[r][(c + r) % w] = x[b * 128 + r * w + c];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (c < w)
    y[b * 128 + r * w + (c - r + w) % w] = rows[r][c];
  y[256 + b * 128 + r * 32 + (c + r * 7 & 15)] = rows[r][c * 5 % 13];
}
