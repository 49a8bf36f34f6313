// Permuted columns avoid conflicts without padding; 32x8 block, 8 warps, y fixed.
//   tile[x][x ^ y]       lane x in bank x ^ y, all different: degree 1
//   tile[x][(x + y) & 31] likewise
//   tile[x][y]           all in bank y: degree 32
//   tile[x][x & 1]       banks 0 and 1, 16 words each: degree 16
//
// RUN: facts %s --grid 1 --block 32,8 | FileCheck %s
// CHECK: load tile[x][x ^ y] {{.*}} warps 8 lanes 256 cycles 8 degree 1 exact
// CHECK: load tile[x][(x + y) & 31] {{.*}} cycles 8 degree 1 exact
// CHECK: load tile[x][y] {{.*}} cycles 256 degree 32 exact
// CHECK: load tile[x][x & 1] {{.*}} cycles 128 degree 16 exact

__global__ void swizzle(float *out) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  out[32 * y + x] = tile[x][x ^ y] + tile[x][(x + y) & 31] + tile[x][y] +
                    tile[x][x & 1];
}
