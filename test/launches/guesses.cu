// Guesses fit together: what is named in the block and in the grid's formula is
// one number, 2^20 threads need 4096 blocks of 256, a kernel that looks at x alone
// is launched in x, and a bool is true, not a million.
//
// RUN: facts %s --kernel block_in_grid | FileCheck %s --check-prefix SAME
// SAME: launch 4096 1 1 block 256 1 1
// SAME: assumed host variable b = 256
//
// RUN: facts %s --kernel block_in_grid --block 64 | FileCheck %s --check-prefix GIVEN
// GIVEN: launch 16384 1 1 block 64 1 1
// GIVEN-NOT: assumed host variable b
//
// RUN: facts %s --kernel handed_on | FileCheck %s --check-prefix HANDED
// HANDED: launch 4096 1 1 block 256 1 1
//
// RUN: facts %s --kernel both_axes | FileCheck %s --check-prefix BOTH
// BOTH: launch 64 64 1 block 16 16 1
//
// A number that runs through all of a block and grid does so in x alone, too; a
// kernel that looks at y besides is launched in both. The column of the last one
// is multiplied by the size along its own axis.
//
// RUN: facts %s --kernel numbered | FileCheck %s --check-prefix NUMBERED
// NUMBERED: launch 4096 1 1 block 256 1 1
// RUN: facts %s --kernel grouped | FileCheck %s --check-prefix NUMBERED
// RUN: facts %s --kernel numbered_rows | FileCheck %s --check-prefix ROWS
// ROWS: launch 64 64 1 block 16 16 1
// RUN: facts %s --kernel columns | FileCheck %s --check-prefix ROWS
//
// Where the host has a size for every axis of the grid, a number of its blocks
// looks at all of them: 2^20 threads in two dimensions, here with blocks of one.
//
// RUN: facts %s --kernel numbered_blocks | FileCheck %s --check-prefix BLOCKS
// BLOCKS: launch 1024 1024 1 block 1 1 1
//
// RUN: facts %s --kernel from_call | FileCheck %s --check-prefix CALL
// CALL: launch 4096 1 1 block 256 1 1
// CALL: assumed host variable t = 256
//
// RUN: facts %s --kernel flagged | FileCheck %s --check-prefix FLAG
// FLAG: argument twice 1 assumed
// FLAG: assumed argument twice = 1 (no value given; taken as the largest that its type holds
#include <cooperative_groups.h>

__global__ void block_in_grid(float *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] += 1;
}
__global__ void handed_on(float *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] += 1;
}
__global__ void both_axes(float *p, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n)
    p[y * n + x] += 1;
}
__global__ void numbered(float *p) {
  int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  int thread = threadIdx.x + blockDim.x * (threadIdx.y + (long)blockDim.y * threadIdx.z);
  p[block * (blockDim.x * blockDim.y * blockDim.z) + thread] += 1;
}
__global__ void grouped(float *p) {
  cooperative_groups::this_grid().sync();
  p[cooperative_groups::this_grid().thread_rank()] += 1;
}
__global__ void numbered_rows(float *p) {
  int thread = threadIdx.y * blockDim.x + threadIdx.x;
  if (threadIdx.y > 0)
    p[thread] += 1;
}
__global__ void columns(float *p, int n) {
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  p[y * n + blockIdx.x * blockDim.x + threadIdx.x] += 1;
}
__global__ void numbered_blocks(float *p) {
  p[blockIdx.y * gridDim.x + blockIdx.x] += 1;
}
__global__ void from_call(float *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] += 1;
}
__global__ void flagged(float *p, bool twice) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (twice)
    p[i] += 1;
}
int threads();
void launch(float *p, int n, int b, dim3 grid, dim3 block, dim3 grid2) {
  block_in_grid<<<(n + b - 1) / b, b>>>(p, n);
  handed_on<<<grid, block>>>(p, n);
  both_axes<<<grid2, dim3(16, 16)>>>(p, n);
  numbered_blocks<<<dim3(b, n), 1>>>(p);
  long t = min(n, threads());
  from_call<<<dim3((n + 255) / 256), dim3(t)>>>(p, n);
}
