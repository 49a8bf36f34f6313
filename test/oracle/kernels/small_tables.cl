// Small arrays that loops fill and move on, and places that data choose: rows of
// local memory with a column for each lane, and one of two arrays.
//
// LAUNCH: kernel=pointers grid=2 block=64 n=3 step=36 in=float[4096] out=float[128]
// LAUNCH: kernel=pointers grid=1 block=40 n=5 step=9 in=float[4096] out=float[128]
// LAUNCH: kernel=pointers grid=3 block=32 n=0 step=1 in=float[4096] out=float[128]
// LAUNCH: kernel=tables grid=2 block=64 n=4 in=float[4096] out=float[128]
// LAUNCH: kernel=tables grid=1 block=48 n=7 in=float[4096] out=float[128]
// LAUNCH: kernel=tables grid=2 block=32 n=1 in=float[4096] out=float[128]
// LAUNCH: kernel=columns grid=2 block=64 n=5 in=uint[1024] out=uint[128]
// LAUNCH: kernel=columns grid=1 block=64 n=16 in=uint[1024] out=uint[128]
// LAUNCH: kernel=columns grid=2 block=40 n=3 in=uint[1024] out=uint[128]
// LAUNCH: kernel=either grid=2 block=64 in=uint[1024] x=float[256] y=float[256]
// LAUNCH: kernel=either grid=1 block=40 in=uint[1024] x=float[256] y=float[256]
// LAUNCH: kernel=either grid=3 block=32 in=uint[1024] x=float[256] y=float[256]

kernel void pointers(global const float *in, global float *out, int n,
                     int step) {
  global const float *row[4];
  for (int i = 0; i < 4; ++i)
    row[i] = in + 65 * i + get_global_id(0);
  float sum = 0;
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < 4; ++i) {
      sum += *row[i];
      row[i] += step;
    }
  out[get_global_id(0)] = sum;
}

kernel void tables(global const float *in, global float *out, int n) {
  int start[12], last = 5;
  for (int i = 0; i < 4; ++i)
    start[3 * i] = 20 * i + get_local_id(0);
  for (int k = 0; k < n; ++k)
    if (k == 3)
      last = 40;
  float sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += in[start[9 - 3 * i] + 3 * i];
  out[get_global_id(0)] = sum + in[last + get_local_id(0)];
}

kernel void columns(global const uint *in, global uint *out, int n) {
  local uint counts[16][64];
  local ushort halves[8][64][2];
  uint at = get_local_id(0), d = in[get_global_id(0)] & 1023;
  for (int i = 0; i < 16; ++i)
    counts[i][at] = 0;
  for (int k = 0; k < n; ++k) {
    counts[d & 15][at] += k; // data
    halves[d & 7][at][d >> 3 & 1] = k; // data
    d = in[d]; // data
    d &= 1023;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  uint sum = 0;
  for (int i = 0; i < 16; ++i)
    sum += counts[i][at];
  out[get_global_id(0)] = sum;
}

kernel void either(global const uint *in, global float *x, global float *y) {
  uint at = get_global_id(0), d = in[at];
  global float *to = d & 1 ? x + 3 : y; // data
  to[at] = d; // data
  local float rows[2][32];
  rows[d >> 1 & 1][at % 32] = d; // data
  local float tiles[2][16];
  tiles[d >> 2 & 1][at % 16] = d; // data
}
