// RTX 2080 Ti (CC 7.5): 32 warps, 16 blocks, 65536 registers (256 a warp, 4 warps
// at a time), 64 KB shared (256 B at a time) on a multiprocessor. Blocks of 256
// threads, 8 warps:
//
//   16 registers, 0 B     32 / 8 = 4 blocks, 32 warps: warps
//   64 registers          2048 a warp, 32 warps: 4 blocks: tie, warps named
//   72 registers          2304 a warp, 28 warps: 3 blocks, 24 warps: registers
//   255 registers         8160, rounded up 8192 a warp, 8 warps: 1 block
//   20000 B shared        rounded up 20224: 65536 / 20224 = 3 blocks: shared
//   40000 B               1 block, 8 warps: shared
//
// RUN: facts %s --registers 16 | FileCheck %s --check-prefix=R16
// R16: occupancy 4 blocks 32 warps limiter warps registers 16 option static 0
// RUN: facts %s --registers 64 | FileCheck %s --check-prefix=R64
// R64: occupancy 4 blocks 32 warps limiter warps registers 64 option
// RUN: facts %s --registers 72 | FileCheck %s --check-prefix=R72
// R72: occupancy 3 blocks 24 warps limiter registers registers 72 option
// RUN: facts %s --registers 255 | FileCheck %s --check-prefix=R255
// R255: occupancy 1 blocks 8 warps limiter registers registers 255 option
// RUN: facts %s --registers 16 --dynamic-shared 20000 | FileCheck %s --check-prefix=S20
// S20: occupancy 3 blocks 24 warps limiter shared
// RUN: facts %s --registers 16 --dynamic-shared 40000 | FileCheck %s --check-prefix=S40
// S40: occupancy 1 blocks 8 warps limiter shared
//
// Blocks of 32 threads: 16 blocks are all that a multiprocessor takes: 16 warps
// of 32. Blocks of 33 are 2 warps: 16 blocks, 32 warps. 1024: one block.
// RUN: facts %s --registers 16 --block 32 | FileCheck %s --check-prefix=B32
// B32: occupancy 16 blocks 16 warps
// RUN: facts %s --registers 16 --block 33 | FileCheck %s --check-prefix=B33
// B33: occupancy 16 blocks 32 warps
// RUN: facts %s --registers 16 --block 1024 | FileCheck %s --check-prefix=B1024
// B1024: occupancy 1 blocks 32 warps limiter warps
//
// A100 (CC 8.0): 64 warps, 32 blocks, 1 KB reserved in each block's shared
// memory: 48 KB + 1 KB = 50176; 167936 / 50176 = 3 blocks (golden OCC.a100_256_40_48k).
// RUN: facts %s --registers 40 --dynamic-shared 49152 --gpu a100-pcie-40gb | FileCheck %s --check-prefix=A100
// A100: occupancy 3 blocks 24 warps limiter shared
//
// CC 1.0: 24 warps, 8 blocks, 8192 registers by the block: 16 registers * 256 =
// 4096: 2 blocks, 16 warps.
// RUN: facts %s --registers 16 --gpu 8800-gtx | FileCheck %s --check-prefix=CC10
// CC10: occupancy 2 blocks 16 warps limiter registers

__global__ void empty(float *p) {
  extern __shared__ float s[];
  s[threadIdx.x] = 0;
  p[threadIdx.x] = s[threadIdx.x];
}

void run(float *p) { empty<<<1024, 256>>>(p); }
