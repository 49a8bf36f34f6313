// Sixteen lanes read one row of 17 doubles, the next sixteen the row below it:
// the second row starts 136 bytes later, so the warp touches
//   row 0: bytes   0..127 = 4 sectors      row 1: bytes 136..263 = 5 sectors
// of which none is shared: 9 sectors; lines 0 | 1, 2: 3 lines.
//
// RUN: facts %s --block 16,2 --grid 1 | FileCheck %s
// CHECK: load {{.*}} 8 B warps 1 lanes 32 sectors 9 lines 3 transactions 9 exact
// CHECK: store {{.*}} 8 B warps 1 lanes 32 sectors 8 lines 2 transactions 8 exact

__global__ void rows(const double *in, double *out) {
  out[threadIdx.y * 16 + threadIdx.x] = in[threadIdx.y * 17 + threadIdx.x];
}
