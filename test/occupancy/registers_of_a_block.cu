// A device that gives a block half of a multiprocessor's 65536 registers, 32768,
// holds what fits into one half, and as much in the other. 72 registers are 72 *
// 32 = 2304 a warp, a multiple of the unit of 256: 32768 / 2304 = 14 warps, by
// fours 12. Blocks of 8 warps: 1 in each half, 2 in all, 16 warps; blocks of 4
// warps: 3 in each half, 6 in all, 24 warps. Undivided, 28 warps would fit: 3 and
// 7 blocks.
//
// RUN: facts %s --registers 72 --block 256 --set registers_per_block=32768 | FileCheck %s --check-prefix=EIGHT
// EIGHT: occupancy 2 blocks 16 warps limiter registers
// RUN: facts %s --registers 72 --block 128 --set registers_per_block=32768 | FileCheck %s --check-prefix=FOUR
// FOUR: occupancy 6 blocks 24 warps limiter registers
// RUN: facts %s --registers 72 --block 256 | FileCheck %s --check-prefix=WHOLE8
// WHOLE8: occupancy 3 blocks 24 warps limiter registers
// RUN: facts %s --registers 72 --block 128 | FileCheck %s --check-prefix=WHOLE4
// WHOLE4: occupancy 7 blocks 28 warps limiter registers

__global__ void write(float *p) { p[threadIdx.x] = 0; }
void run(float *p) { write<<<1024, 256>>>(p); }
