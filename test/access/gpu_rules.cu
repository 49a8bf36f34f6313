// The same four loads by each GPU's own rule; 64 threads. Bytes of a warp of 32:
//   in[i]      0..127     half-warps 0..63, 64..127
//   in[i + 1]  4..131     half-warps 4..67, 68..131
//   in[2 * i]  0..255 (every other float)
//   in[0]      0..3
// A second warp of 32 does the same 128 (256, 0) bytes later, so all counts are
// twice those of one warp.
//
// RUN: facts %s --grid 1 --block 64 --gpu 8800-gtx | FileCheck %s --check-prefix=CC10
// CC 1.0, half-warps: in[i] is in order and aligned: one transaction for each
// half-warp. All others: one for each lane.
// CC10: load in[i] {{.*}} warps 2 lanes 64 sectors 8 lines 2 transactions 4 exact
// CC10: load in[i + 1] {{.*}} warps 2 lanes 64 sectors 10 lines 4 transactions 64 exact
// CC10: load in[2 * i] {{.*}} warps 2 lanes 64 sectors 16 lines 4 transactions 64 exact
// CC10: load in[0] {{.*}} warps 2 lanes 64 sectors 2 lines 2 transactions 64 exact
//
// RUN: facts %s --grid 1 --block 64 --gpu gtx-280 | FileCheck %s --check-prefix=CC13
// CC 1.3, half-warps, 128-byte segments: in[i + 1] needs 1 + 2 (68..131 crosses
// a segment); every other access lies in one segment for each half-warp.
// CC13: load in[i] {{.*}} transactions 4 exact
// CC13: load in[i + 1] {{.*}} transactions 6 exact
// CC13: load in[2 * i] {{.*}} transactions 4 exact
// CC13: load in[0] {{.*}} transactions 4 exact
//
// RUN: facts %s --grid 1 --block 64 --gpu k20m | FileCheck %s --check-prefix=CC35
// CC 3.5: 128-byte lines.
// CC35: load in[i] {{.*}} sectors 8 lines 2 transactions 2 exact
// CC35: load in[i + 1] {{.*}} sectors 10 lines 4 transactions 4 exact
// CC35: load in[2 * i] {{.*}} sectors 16 lines 4 transactions 4 exact
// CC35: load in[0] {{.*}} sectors 2 lines 2 transactions 2 exact
//
// RUN: facts %s --grid 1 --block 64 --gpu rtx-2080-ti | FileCheck %s --check-prefix=CC75
// CC 7.5: 32-byte sectors.
// CC75: load in[i] {{.*}} sectors 8 lines 2 transactions 8 exact
// CC75: load in[i + 1] {{.*}} sectors 10 lines 4 transactions 10 exact
// CC75: load in[2 * i] {{.*}} sectors 16 lines 4 transactions 16 exact
// CC75: load in[0] {{.*}} sectors 2 lines 2 transactions 2 exact
//
// RUN: facts %s --grid 1 --block 64 --gpu mi250x-gcd | FileCheck %s --check-prefix=WAVE64
// One wave of 64: bytes 0..255, 4..259, 0..511, 0..3 in 64-byte lines. What two
// warps touched twice (bytes 128..131 of in[i + 1], in[0]) now counts once.
// WAVE64: load in[i] {{.*}} warps 1 lanes 64 sectors 8 lines 2 transactions 4 exact
// WAVE64: load in[i + 1] {{.*}} warps 1 lanes 64 sectors 9 lines 3 transactions 5 exact
// WAVE64: load in[2 * i] {{.*}} warps 1 lanes 64 sectors 16 lines 4 transactions 8 exact
// WAVE64: load in[0] {{.*}} warps 1 lanes 64 sectors 1 lines 1 transactions 1 exact
//
// RUN: facts %s --grid 1 --block 64 --gpu w7800 | FileCheck %s --check-prefix=WAVE32
// Two waves of 32 with 128-byte lines.
// WAVE32: load in[i] {{.*}} warps 2 lanes 64 sectors 8 lines 2 transactions 2 exact
// WAVE32: load in[i + 1] {{.*}} warps 2 lanes 64 sectors 10 lines 4 transactions 4 exact
// WAVE32: load in[2 * i] {{.*}} warps 2 lanes 64 sectors 16 lines 4 transactions 4 exact
// WAVE32: load in[0] {{.*}} warps 2 lanes 64 sectors 2 lines 2 transactions 2 exact

__global__ void rules(const float *in, float *out) {
  int i = threadIdx.x;
  out[i] = in[i] + in[i + 1] + in[2 * i] + in[0];
}
