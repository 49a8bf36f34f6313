// Columns of a tile. 32x8 block, 8 warps, each one y: wide[x][y] is stride 32
// words: degree 32, 8 * 32 cycles. With a pitch of 33: degree 1, 8 cycles.
//
// RUN: facts %s --kernel tile32 --grid 1 --block 32,8 | FileCheck %s --check-prefix=T32
// T32: store wide[y][x] shared 4 B warps 8 lanes 256 cycles 8 degree 1 exact
// T32: store padded[y][x] {{.*}} cycles 8 degree 1 exact
// T32: load wide[x][y] {{.*}} cycles 256 degree 32 exact
// T32: load padded[x][y] {{.*}} cycles 8 degree 1 exact
//
// 16x16 block, a warp is two rows y, y + 1 with x = 0..15:
//   square[y][x]  32 consecutive words: 1
//   square[x][y]  16 x + y: for one y eight words each in banks y and 16 + y,
//                 the other y in the banks beside them: 8
//   padded[y][x]  17 y + 0..15 and 17 y + 17..32: 0 and 32 share a bank: 2
//   padded[x][y]  17 x + y: banks 0, 17, 2, 19, ... 31 and those + 1; (0, y)
//                 and (15, y + 1) are words 0 and 256: 2
// in each of the 8 warps.
//
// RUN: facts %s --kernel tile16 --grid 1 --block 16,16 | FileCheck %s --check-prefix=T16
// T16: store square[y][x] {{.*}} cycles 8 degree 1 exact
// T16: store padded[y][x] {{.*}} cycles 16 degree 2 exact
// T16: load square[x][y] {{.*}} cycles 64 degree 8 exact
// T16: load padded[x][y] {{.*}} cycles 16 degree 2 exact

__global__ void tile32(float *out) {
  __shared__ float wide[32][32];
  __shared__ float padded[32][33];
  int x = threadIdx.x, y = threadIdx.y;
  wide[y][x] = out[y * 32 + x];
  padded[y][x] = 1;
  __syncthreads();
  out[y * 32 + x] = wide[x][y] + padded[x][y];
}

__global__ void tile16(float *out) {
  __shared__ float square[16][16];
  __shared__ float padded[16][17];
  int x = threadIdx.x, y = threadIdx.y;
  square[y][x] = out[y * 16 + x];
  padded[y][x] = 1;
  __syncthreads();
  out[y * 16 + x] = square[x][y] + padded[x][y];
}
