// A warp that reads every s-th float spans 128 s bytes. It touches 4 s sectors
// until each lane has its own (32), and s lines until each lane has its own:
//
//   s         1   2   4   8  32
//   sectors   4   8  16  32  32
//   lines     1   2   4   8  32
//
// Two blocks of 64 threads are four warps, so each count is four times that.
//
// RUN: facts %s --grid 2 --block 64 | FileCheck %s
// CHECK: load in[i] global 4 B warps 4 lanes 128 sectors 16 lines 4 transactions 16 exact continuous
// CHECK: load in[2 * i] {{.*}} warps 4 lanes 128 sectors 32 lines 8 transactions 32 exact
// CHECK: load in[4 * i] {{.*}} warps 4 lanes 128 sectors 64 lines 16 transactions 64 exact
// CHECK: load in[i * 8] {{.*}} warps 4 lanes 128 sectors 128 lines 32 transactions 128 exact
// CHECK: load in[(i << 5)] {{.*}} warps 4 lanes 128 sectors 128 lines 128 transactions 128 exact
// CHECK: store out[i] {{.*}} warps 4 lanes 128 sectors 16 lines 4 transactions 16 exact continuous

__global__ void strided(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + in[2 * i] + in[4 * i] + in[i * 8] + in[(i << 5)];
}
