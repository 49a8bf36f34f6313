// One warp, n = 40.
//
//   in[n - 1 - i]  elements 39 down to 8: bytes 32..159 = sectors 1..4, lines 0, 1
//   in[i + 1]      bytes   4..131 = sectors 0..4 (5), lines 0, 1
//   in[i + 8]      bytes  32..159 = sectors 1..4 (4), lines 0, 1
//   in[i + 32]     bytes 128..255 = sectors 4..7 (4), line 1
//   in[0]          one sector, one line for all lanes
//   in[i / 4]      elements 0..7: one sector
//   in[i % 2 * 64] bytes 0 and 256: two sectors, two lines
//
// RUN: facts %s --grid 1 --block 32 --arg n=40 | FileCheck %s
// CHECK: load in[n - 1 - i] {{.*}} lanes 32 sectors 4 lines 2 transactions 4 exact
// CHECK: load in[i + 1] {{.*}} lanes 32 sectors 5 lines 2 transactions 5 exact
// CHECK: load in[i + 8] {{.*}} lanes 32 sectors 4 lines 2 transactions 4 exact
// CHECK: load in[i + 32] {{.*}} lanes 32 sectors 4 lines 1 transactions 4 exact
// CHECK: load in[0] {{.*}} lanes 32 sectors 1 lines 1 transactions 1 exact
// CHECK: load in[i / 4] {{.*}} lanes 32 sectors 1 lines 1 transactions 1 exact
// CHECK: load in[i % 2 * 64] {{.*}} lanes 32 sectors 2 lines 2 transactions 2 exact

__global__ void shifted(const float *in, float *out, int n) {
  int i = threadIdx.x;
  float sum = in[n - 1 - i];
  sum += in[i + 1];
  sum += in[i + 8];
  sum += in[i + 32];
  sum += in[0];
  sum += in[i / 4];
  sum += in[i % 2 * 64];
  out[i] = sum;
}
