// A barrier of the grid is the vendor's: a barrier of the block, one thread that
// counts it in and reads the count, and a barrier again. Of 8 blocks of 4 warps
// 8 warps add to one word with one lane each and read it with one; 8 warps are a
// fourth of the 32 that come by, and one of 8 is block 0. How often the count is
// read until the last block is there nobody knows: at least once.
//
// RUN: facts %s --gpu v100-sxm2 | FileCheck %s
// CHECK: kernel reverse modelled
// CHECK: store b[i] {{.*}} exact
// CHECK-NEXT: atomic grid.sync() global 4 B warps 8 lanes 8 sectors 8 {{.*}} exact constant
// CHECK-NEXT: load grid.sync() global 4 B warps 8..? lanes 8..? sectors 8..? {{.*}} assumed constant
// CHECK-NEXT: load b[n - 1 - i]
// CHECK: loop `grid.sync()` {{.*}} assumed depends on data
// CHECK: branch `grid.sync()` true 0.25 false 1 diverged 0.25 exact
// CHECK-NEXT: branch `grid.sync()` true 0.125 false 0.875 diverged 0 exact
// CHECK-NEXT: branch `i < n`
//
// What arrives and what waits are the same two halves. A barrier over several
// GPUs is not known.
// CHECK: kernel halves modelled
// CHECK: atomic grid.barrier_arrive() global 4 B warps 8 lanes 8 sectors 8 {{.*}} exact
// CHECK-NEXT: load grid.barrier_wait(cg::grid_group::arrival_token(arrived)) global 4 B warps 8..? lanes 8..? sectors 8..? {{.*}} assumed
// CHECK: kernel across partial
// CHECK-NEXT: reason call of sync, which has no body

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void reverse(float *a, float *b, int n) {
  auto grid = cg::this_grid();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    b[i] = a[i];
  grid.sync();
  if (i < n)
    a[i] = b[n - 1 - i];
}

__global__ void halves(float *a) {
  auto grid = cg::this_grid();
  auto arrived = grid.barrier_arrive();
  grid.barrier_wait(cg::grid_group::arrival_token(arrived));
}

__global__ void across(float *a) { cg::this_multi_grid().sync(); }

int main() {
  float *a, *b;
  int n = 1000;
  cudaMalloc(&a, 4000);
  cudaMalloc(&b, 4000);
  void *arguments[] = {&a, &b, &n};
  cudaLaunchCooperativeKernel((void *)reverse, dim3(8), dim3(128), arguments);
  halves<<<8, 128>>>(a);
  across<<<8, 128>>>(a);
}
