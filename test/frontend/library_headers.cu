// Whatever header of a library is included, it is the one that has all that the
// prelude knows of it. Raking as in the library: 128 threads are 32 segments of 4
// values, one word more behind each, so that segment 1 begins at word 5 and thread
// 4's place is there: 160 words in all. The first words of segments are 5
// apart and in 32 banks, since 5 and 32 have no divisor in common: one step.
//
// A program's own folder of the name is not the library's.
//
// RUN: rm -rf %t && mkdir -p %t/cub %t/cuda
// RUN: echo 'static_assert(true);' > %t/cub/own.cuh
// RUN: echo 'static_assert(true);' > %t/cuda/own.cuh
// RUN: facts %s --instructions -- -I %t 2>&1 | FileCheck %s --implicit-check-not='not found' --implicit-check-not=error:
// RUN: facts %s -- -I %t -std=c++20 2>&1 | FileCheck %s --check-prefix=NEWER --implicit-check-not=error:
// NEWER: kernel places modelled
// CHECK: kernel places modelled
// CHECK: store *Layout::PlacementPtr({{.*}} shared 4 B warps 4 lanes 128 {{.*}} exact
// CHECK: load *Layout::RakingPtr({{.*}} shared 4 B warps 1 lanes 32 cycles 1 degree 1 exact

#include <cub/block/block_raking_layout.cuh>
#include <cub/config.cuh>
#include <cub/own.cuh>
#include <cuda/own.cuh>
#include <cuda/cmath>
#include <cuda/std/bit>
#include <cuda/std/type_traits>
#include <nv/target>

static_assert(cub::Log2<128>::VALUE == 7 && cub::Log2<1>::VALUE == 0);
static_assert(cuda::std::is_same<int, int>::value);
static_assert(cuda::std::bit_ceil(5u) == 8 && cuda::std::bit_ceil(8u) == 8 &&
              cuda::std::bit_floor(5u) == 4 && cuda::std::bit_width(5u) == 3);
static_assert(cuda::std::countl_zero((unsigned char)1) == 7 &&
              cuda::std::countr_zero((unsigned short)0) == 16 &&
              cuda::std::rotl((unsigned char)0x81, 1) == 3 &&
              cuda::std::has_single_bit(16u) && cuda::std::popcount(7u) == 3);
NV_IF_ELSE_TARGET(NV_IS_DEVICE, (static_assert(true);), (static_assert(false);))
NV_DISPATCH_TARGET(NV_IS_HOST, (static_assert(false);),
                   NV_PROVIDES_SM_35, (static_assert(true);),
                   NV_IS_DEVICE, (static_assert(false);))
static_assert((cuda::std::byte(6) & cuda::std::byte(3)) ==
                  (cuda::std::byte(1) << 1) &&
              cuda::std::tuple_size_v<cuda::std::tuple<int, int>> == 2);
NV_IF_TARGET(NV_IS_HOST, (static_assert(false);))

static_assert(cub::Traits<unsigned>::LOWEST_KEY == 0 &&
              cub::Traits<int>::LOWEST_KEY == 0x80000000u &&
              cub::NumericTraits<short>::MAX_KEY == 0x7fff &&
              cub::Traits<float>::CATEGORY == cub::FLOATING_POINT);

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
