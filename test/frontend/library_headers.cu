// Whatever header of a library is included, it is the one that has all that the
// prelude knows of it. Raking as in the library: 128 threads are 32 segments of 4
// values, one word more behind each, so that segment 1 begins at word 5 and thread
// 4's place is there: 32 * 5 words are 640 bytes, of which the scan's own 4 warps
// use one step for each store, since 5 and 32 have no divisor in common.
//
// RUN: facts %s --instructions | FileCheck %s
// CHECK: kernel places modelled
// CHECK: store *Layout::PlacementPtr({{.*}} shared 4 B warps 4 lanes 128 {{.*}} exact
// CHECK: load *Layout::RakingPtr({{.*}} shared 4 B warps 1 lanes 32 cycles 1 degree 1 exact
// CHECK-NOT: not found

#include <cub/block/block_raking_layout.cuh>
#include <cub/config.cuh>
#include <cuda/std/type_traits>
#include <nv/target>

static_assert(cub::Log2<128>::VALUE == 7 && cub::Log2<1>::VALUE == 0);
static_assert(cuda::std::is_same<int, int>::value);

__global__ void places(int *out) {
  typedef cub::BlockRakingLayout<int, 128> Layout;
  static_assert(Layout::UNGUARDED && Layout::GRID_ELEMENTS == 160);
  __shared__ typename Layout::TempStorage storage;
  int thread = cub::RowMajorTid(128, 1, 1);
  *Layout::PlacementPtr(storage, thread) = thread;
  __syncthreads();
  if (thread < 32)
    out[thread] = *Layout::RakingPtr(storage, thread);
}

int main() {
  int *p = nullptr;
  places<<<1, 128>>>(p);
}
