// A row-major image of pitch 64 floats (256 bytes), lane = x fastest.
//
// 16x16 block: a warp is two rows of 16 floats. in[y][x]: 2 rows of 64 bytes,
// each 2 sectors and in a line of its own: 4 sectors, 2 lines. Eight warps.
// The transposed access in[x][y] puts the 16 lanes of a row 256 bytes apart and
// the warp's second row one element further, in the same sector (y even starts
// at a multiple of 8 bytes): 16 sectors, 16 lines.
//
// 8x8x4 block: a warp is four rows of 8 floats: 32 bytes each, 4 sectors in 4
// lines. Transposed: 8 places of 4 consecutive floats (y = 0..3 or 4..7): 8
// sectors, 8 lines. Eight warps; z moves whole planes of 64 * 64 floats.
//
// RUN: facts %s --grid 1 --block 16,16 | FileCheck %s --check-prefix=SQUARE
// SQUARE: load in[z * 4096 + y * 64 + x] {{.*}} warps 8 lanes 256 sectors 32 lines 16 transactions 32 exact
// SQUARE: load in[x * 64 + y] {{.*}} warps 8 lanes 256 sectors 128 lines 128 transactions 128 exact
//
// RUN: facts %s --grid 1 --block 8,8,4 | FileCheck %s --check-prefix=CUBE
// CUBE: load in[z * 4096 + y * 64 + x] {{.*}} warps 8 lanes 256 sectors 32 lines 32 transactions 32 exact
// CUBE: load in[x * 64 + y] {{.*}} warps 8 lanes 256 sectors 64 lines 64 transactions 64 exact

__global__ void image(const float *in, float *out) {
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  out[z * 4096 + y * 64 + x] = in[z * 4096 + y * 64 + x] + in[x * 64 + y];
}
