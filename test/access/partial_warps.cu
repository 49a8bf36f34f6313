// Blocks whose size is no multiple of the warp: the last warp of each block is
// short, and the next block starts a new warp.
//
// 48 threads, 3 blocks, i = 48 b + t. Full warps read bytes 192 b..192 b + 127,
// short ones 192 b + 128..192 b + 191 (64 bytes).
//   b   full warp          sectors lines   short warp         sectors lines
//   0   0..127             4       1       128..191           2       1
//   1   192..319           4       2       320..383           2       1
//   2   384..511           4       1       512..575           2       1
// together 18 sectors, 7 lines, 6 warps, 144 lanes.
//
// 33 threads, 2 blocks, i = 33 b + t:
//   0   0..127             4       1       128..131           1       1
//   1   132..259           5       2       260..263           1       1
// (bytes 132..259 are sectors 4..8 and lines 1, 2); 11 sectors, 5 lines.
//
// RUN: facts %s --grid 3 --block 48 | FileCheck %s --check-prefix=B48
// B48: load in[i] {{.*}} warps 6 lanes 144 sectors 18 lines 7 transactions 18 exact
// RUN: facts %s --grid 2 --block 33 | FileCheck %s --check-prefix=B33
// B33: load in[i] {{.*}} warps 4 lanes 66 sectors 11 lines 5 transactions 11 exact

__global__ void copy(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}
