// One name for a limit on the screen, under --explain and in a contract's note. On
// an RTX 2080 Ti an SM has room for 32 warps and 16 blocks, and 65536 registers.
//
// Blocks of one warp: 16 of them are 16 warps, and that an SM holds no more
// blocks is the reason.
//
// RUN: %kernelcast predict %s --gpu rtx-2080-ti --registers 16 --grid 2000 --block 32 --explain 2>/dev/null | FileCheck %s --check-prefix=HELD
// HELD: occupancy 16 of 32 warps, limited by the 16 blocks that an SM holds
// HELD: occupancy, limited by the 16 blocks that an SM holds
//
// Blocks of 24 warps: 32 / 24 = 1 block, and the 8 warps left are too few for
// another.
//
// RUN: %kernelcast predict %s --gpu rtx-2080-ti --registers 16 --grid 2000 --block 768 --explain 2>/dev/null | FileCheck %s --check-prefix=SIZE
// SIZE: occupancy 24 of 32 warps, limited by the block size
// SIZE: occupancy, limited by the block size
// RUN: not kernelcast lint %s --gpu rtx-2080-ti --registers 16 --grid 2000 --block 768 2>&1 | FileCheck %s --check-prefix=LINT
// LINT: note: 24 of 32 warps fit on an SM, limited by the block size
//
// 20000 B of shared memory, rounded up 20224: 65536 / 20224 = 3 blocks of 8.
//
// RUN: %kernelcast predict %s --gpu rtx-2080-ti --registers 16 --grid 2000 --block 256 --dynamic-shared 20000 --explain 2>/dev/null | FileCheck %s --check-prefix=SHARED
// SHARED: occupancy 24 of 32 warps, limited by shared memory
// SHARED: occupancy, limited by shared memory
//
// Blocks of 8 warps: 32 / 8 = 4 blocks, all warps.
//
// RUN: %kernelcast predict %s --gpu rtx-2080-ti --registers 16 --grid 2000 --block 256 --explain 2>/dev/null | FileCheck %s --check-prefix=WARPS
// WARPS: occupancy 32 of 32 warps, limited by warps
// WARPS: occupancy, limited by warps

// kernelcast: occupancy >= 80
__global__ void copy(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}
