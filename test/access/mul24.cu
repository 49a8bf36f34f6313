// The 24-bit multiplications see the low 24 bits of their operands. Two blocks
// of one warp:
//   in[__mul24(blockIdx.x, blockDim.x) + t]   in[32 b + t]
//   in[__umul24(n, t)], n = 2^24 + 1          in[t]
//   in[31 + __mul24(m, t)], m = 2^24 - 1      m is -1: in[31 - t]
// 32 neighbours each: 4 sectors of a line.
//
// RUN: facts %s --grid 2 --block 32 --arg n=16777217 --arg m=16777215 \
// RUN:   | FileCheck %s
// CHECK: load in[__mul24(blockIdx.x, {{.*}} global 4 B warps 2 lanes 64 sectors 8 lines 2 transactions 8 exact
// CHECK: load in[__umul24(n, t)] global 4 B warps 2 lanes 64 sectors 8 lines 2 transactions 8 exact
// CHECK: load in[31 + __mul24(m, t)] global 4 B warps 2 lanes 64 sectors 8 lines 2 transactions 8 exact

__global__ void mul24(const float *in, float *out, unsigned n, int m) {
  int t = threadIdx.x;
  float sum = in[__mul24(blockIdx.x, blockDim.x) + t];
  sum += in[__umul24(n, t)];
  sum += in[31 + __mul24(m, t)];
  out[t] = sum;
}
