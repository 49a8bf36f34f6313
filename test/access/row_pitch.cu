// The row pitch is an argument: a 32x8 block reads 8 rows of 32 floats. With a
// pitch of 1000 floats (4000 bytes) row y starts at byte 4000 y = 32 * 125 y:
// always at a sector, 4 sectors a row. 4000 = 31 * 128 + 32, so row y starts
// (32 y mod 128) bytes into a line: y = 0, 4 in one line, the others in two:
// 2 * 1 + 6 * 2 = 14 lines in 8 warps.
//
// With a pitch of 1001 (4004 bytes) row y starts 4 y bytes into a sector
// (4004 = 125 * 32 + 4): row 0 has 4 sectors, the others 5: 39. Lines: 4004 y
// mod 128 = 0, 36, 72, 108, 16, 52, 88, 124: only y = 0 fits one: 15.
//
// The column access in[x * pitch + y] with pitch 1000 has a line to each lane:
// 8 warps of 32 sectors and 32 lines.
//
// RUN: facts %s --grid 1 --block 32,8 --arg pitch=1000 | FileCheck %s --check-prefix=EVEN
// EVEN: load in[y * pitch + x] {{.*}} warps 8 lanes 256 sectors 32 lines 14 transactions 32 exact
// EVEN: load in[x * pitch + y] {{.*}} warps 8 lanes 256 sectors 256 lines 256 transactions 256 exact
// RUN: facts %s --grid 1 --block 32,8 --arg pitch=1001 | FileCheck %s --check-prefix=ODD
// ODD: load in[y * pitch + x] {{.*}} warps 8 lanes 256 sectors 39 lines 15 transactions 39 exact

__global__ void pitched(const float *in, float *out, int pitch) {
  int x = threadIdx.x, y = threadIdx.y;
  out[y * 32 + x] = in[y * pitch + x] + in[x * pitch + y];
}
