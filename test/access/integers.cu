// C's integers, one warp (word w lies in sector w / 8, line w / 32):
//
//   (unsigned char)(9 * t)  0, 9, ... 252 for t <= 28: 29 words, 9 apart, so 29
//                           sectors in lines 0..7; then 261, 270, 279 wrap to 5,
//                           14, 23, which lie in the first three of them
//   t - 1u & 31             31, 0, 1 ... 30: 4 sectors
//   (t - 16) % 5            the remainder has the dividend's sign: -4..4, times 8
//                           plus 32: words 0, 8 ... 64: 9 sectors, 3 lines
//   (size_t)t << 32 >> 30   64 bits: 4 t: 16 sectors, 4 lines
//   (unsigned)t << 30 >> 28 32 bits: 4 (t % 4): words 0, 4, 8, 12: 2 sectors
//   (short)(t * 4096)       t * 4096 wraps at 16: -32768 .. 28672 in 16 places
//   t ^ (t >> 1)            Gray code, a permutation of 0..31: 4 sectors
//   t & ~3                  0, 4 ... 28: 4 sectors
//   min(t, 7)               0..7: 1 sector
//   abs(t - 16)             0..16: 3 sectors
//   (t > 15) * 64 + t % 16  0..15 and 64..79: 4 sectors in 2 lines
//
// RUN: facts %s --kernel indices --grid 1 --block 32 | FileCheck %s --check-prefix=INDEX
// INDEX: load in[(unsigned char)(9 * t)] {{.*}} sectors 29 lines 8 transactions 29 exact
// INDEX: load in[t - 1u & 31] {{.*}} sectors 4 lines 1 transactions 4 exact
// INDEX: load in[(t - 16) % 5 * 8 + 32] {{.*}} sectors 9 lines 3 transactions 9 exact
// INDEX: load in[(size_t)t << 32 >> 30] {{.*}} sectors 16 lines 4 transactions 16 exact
// INDEX: load in[(unsigned)t << 30 >> 28] {{.*}} sectors 2 lines 1 transactions 2 exact
// INDEX: load in[(short)(t * 4096) + 32768] {{.*}} sectors 16 lines 16 transactions 16 exact
// INDEX: load in[t ^ (t >> 1)] {{.*}} sectors 4 lines 1 transactions 4 exact
// INDEX: load in[t & ~3] {{.*}} sectors 4 lines 1 transactions 4 exact
// INDEX: load in[min(t, 7)] {{.*}} sectors 1 lines 1 transactions 1 exact
// INDEX: load in[abs(t - 16)] {{.*}} sectors 3 lines 1 transactions 3 exact
// INDEX: load in[(t > 15) * 64 + t % 16] {{.*}} sectors 4 lines 2 transactions 4 exact
//
// Comparisons and divisions that a signed or rounding mistake would change:
//   (t - 16) / 16 == 0      rounds towards zero: all but t = 0: 31 lanes
//   (t - 16) >> 2 == -1     rounds down: t = 12..15: 4 lanes
//   t - 1u < 7              t = 1..7; t = 0 wraps to the largest: 7 lanes
//   (unsigned)t - 40 > 100  wraps for all 32
//   t > -1u                 unsigned: nobody; the store is dead and not listed
//   t > -1                  signed: all 32
//   (unsigned char)(t + 250) < 250  t = 6..31: 26 lanes
//   !(t & 5) == 1           bits 0 and 2 clear: a quarter: 8 lanes
//
// RUN: facts %s --kernel guards --grid 1 --block 32 | FileCheck %s --check-prefix=GUARD
// GUARD-COUNT-7: store out[t]
// GUARD-NOT: store
// RUN: facts %s --kernel guards --grid 1 --block 32 | FileCheck %s --check-prefix=LANES
// LANES: store out[t] {{.*}} lanes 31
// LANES: store out[t] {{.*}} lanes 4
// LANES: store out[t] {{.*}} lanes 7
// LANES: store out[t] {{.*}} lanes 32
// LANES: store out[t] {{.*}} lanes 32
// LANES: store out[t] {{.*}} lanes 26
// LANES: store out[t] {{.*}} lanes 8

__global__ void indices(const float *in, float *out) {
  int t = threadIdx.x;
  float sum = in[(unsigned char)(9 * t)];
  sum += in[t - 1u & 31];
  sum += in[(t - 16) % 5 * 8 + 32];
  sum += in[(size_t)t << 32 >> 30];
  sum += in[(unsigned)t << 30 >> 28];
  sum += in[(short)(t * 4096) + 32768];
  sum += in[t ^ (t >> 1)];
  sum += in[t & ~3];
  sum += in[min(t, 7)];
  sum += in[abs(t - 16)];
  sum += in[(t > 15) * 64 + t % 16];
  out[t] = sum;
}

__global__ void guards(float *out) {
  int t = threadIdx.x;
  if ((t - 16) / 16 == 0)
    out[t] = 1;
  if ((t - 16) >> 2 == -1)
    out[t] = 2;
  if (t - 1u < 7)
    out[t] = 3;
  if ((unsigned)t - 40 > 100)
    out[t] = 4;
  if (t > -1u)
    out[t] = 5;
  if (t > -1)
    out[t] = 6;
  if ((unsigned char)(t + 250) < 250)
    out[t] = 7;
  if (!(t & 5) == 1)
    out[t] = 8;
}
