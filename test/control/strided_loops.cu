// Starts and bounds that depend on the thread; one warp, n = 100.
//
//   i = t; i < n; i += 32   t < 4: 4 trips, else 3: mean (4 * 4 + 28 * 3) / 32
//                           = 3.125. in[i]: iterations of 32, 32, 32, 4 lanes:
//                           4 warp executions, 4 + 4 + 4 + 1 = 13 sectors
//   j = 0; j <= t; ++j      1..32 trips, mean 16.5. In iteration j lanes t >= j
//                           read words j .. 31 of row j: 4 - j / 8 sectors:
//                           8 * (4 + 3 + 2 + 1) = 80; 32 + 31 + ... + 1 = 528 lanes
//   k = t; k < 32; ++k      32 - t trips; in[k]: iteration m: words m..31 by
//                           lanes 0..31-m: again 80 sectors, 528 lanes
//
// RUN: facts %s --grid 1 --block 32 --arg n=100 | FileCheck %s
// CHECK: load in[i] {{.*}} warps 4 lanes 100 sectors 13 lines 4 transactions 13 exact
// CHECK: load in[32 * j + t] {{.*}} warps 32 lanes 528 sectors 80 lines 32 transactions 80 exact
// CHECK: load in[k] {{.*}} warps 32 lanes 528 sectors 80 lines 32 transactions 80 exact
// CHECK: loop `i < n` {{.*}} mean 3.125 min 3 max 4 exact
// CHECK: loop `j <= t` {{.*}} mean 16.5 min 1 max 32 exact
// CHECK: loop `k < 32` {{.*}} mean 16.5 min 1 max 32 exact

__global__ void starts(const float *in, float *out, int n) {
  int t = threadIdx.x;
  float sum = 0;
  for (int i = t; i < n; i += 32)
    sum += in[i];
  for (int j = 0; j <= t; ++j)
    sum += in[32 * j + t];
  for (int k = t; k < 32; ++k)
    sum += in[k];
  out[t] = sum;
}
