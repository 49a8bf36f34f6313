// The first three lanes of a tile's first warp walk down the border to its
// right, the other lanes hold a zero that stays where it is: in the box of all
// blocks the lanes of a warp move in two ways. Cutting the box down to single
// blocks would take 2^31 pieces; that the facts are exact says that it is not.
//
// 2^31 blocks of 8 warps in 8 iterations load whole lines of 4 sectors. The
// border is loaded by one warp of each block: 3 lanes in 1 sector, since its
// index is a multiple of 256 plus the lane.
//
// RUN: facts %s --grid 65536,32768 --block 256 --arg pitch=16384 | FileCheck %s
// CHECK: load in[row + column + r * pitch] {{.*}} warps 137438953472 lanes 4398046511104 sectors 549755813888 {{.*}} exact
// CHECK: load in[border] {{.*}} warps 17179869184 lanes 51539607552 sectors 17179869184 {{.*}} exact
// CHECK: store out[row + column] {{.*}} warps 17179869184 {{.*}} exact
// CHECK: branch `threadIdx.x < 3` true 0.125 false 1 diverged 0.125 exact

__global__ void walk(const int *in, int *out, int pitch) {
  int column = blockIdx.x * 256 + threadIdx.x, row = blockIdx.y * pitch;
  int border = 0;
  if (threadIdx.x < 3)
    border = row + (blockIdx.x + 1) * 256 + threadIdx.x;
  int sum = 0;
  for (int r = 0; r < 8; r++) {
    sum += in[row + column + r * pitch];
    if (threadIdx.x < 3) {
      sum += in[border];
      border += pitch;
    }
  }
  out[row + column] = sum;
}
