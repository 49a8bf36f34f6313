// What libraries do in unusual shapes: fragments whose rows have 8 bytes, numbers
// of lanes in blocks of several rows, copies that are filled with zeros. What is
// not known is a call without a body, or named.
//
// RUN: facts %s --grid 1 --block 16,4 | FileCheck %s
// RUN: kernelcast predict %s --kernel odd --grid 1 --block 16,4 --gpu a100-pcie-40gb 2>&1 -- -DNO_SUCH_SHAPE | FileCheck %s --check-prefix=SHAPE
// SHAPE: there is no matrix fragment of this shape and type

#include <cooperative_groups.h>
#include <cub/cub.cuh>
#include <cuda_pipeline.h>
#include <mma.h>
using namespace nvcuda;

// 16 rows of 8 bytes, one behind the other, by two lanes each: 128 bytes, 4
// sectors, a line, for each of 2 warps.
//
// CHECK: kernel bytes modelled
// CHECK: load wmma::load_matrix_sync({{.*}} global 4 B warps 2 lanes 64 sectors 8 lines 2 transactions 8 exact
// CHECK-NOT: load wmma
// CHECK: kernel columns modelled
// CHECK: load wmma::load_matrix_sync({{.*}} global 4 B warps 2 lanes 64 sectors 8 lines 2 transactions 8 exact
__global__ void bytes(const signed char *b, int *out) {
  wmma::fragment<wmma::matrix_b, 32, 8, 16, signed char, wmma::row_major> f;
  wmma::load_matrix_sync(f, b, 8);
  out[threadIdx.x] = f.x[0];
}
__global__ void columns(const signed char *a, int *out) {
  wmma::fragment<wmma::matrix_a, 8, 32, 16, signed char, wmma::col_major> f;
  wmma::load_matrix_sync(f, a, 8);
  out[threadIdx.x] = f.x[0];
}

// 64 threads, numbered from 0 to 63 over the rows: 64 integers, 8 sectors.
//
// CHECK: kernel numbers modelled
// CHECK: store out[{{.*}} warps 2 lanes 64 sectors 8 lines 2 transactions 8 exact
__global__ void numbers(int *out) {
  out[cub::LaneId() + 32 * cub::WarpId()] = 1;
}

// Of 16 bytes the last 12 are zeros: 4 bytes, every 32, a sector for each of 64
// lanes; all 16 bytes are written.
//
// CHECK: kernel zeros modelled
// CHECK: load __pipeline_memcpy_async({{.*}} global 4 B warps 2 lanes 64 sectors 64
// CHECK: store __pipeline_memcpy_async({{.*}} shared 16 B warps 2 lanes 64
__global__ void zeros(const float4 *in) {
  __shared__ float4 tile[64];
  const int at = threadIdx.y * 16 + threadIdx.x;
  __pipeline_memcpy_async(&tile[at], in + 2 * at, 16, 12);
}

// CHECK: kernel slices partial
// CHECK-NEXT: reason call of StripedToBlocked, which has no body
// CHECK: kernel twenty partial
// CHECK-NEXT: reason call of kc_warp_reduction_of_another_width, which has no body
// CHECK: kernel scan partial
// CHECK-NEXT: reason call of kc_warp_scan_of_another_width, which has no body
// CHECK: kernel cluster partial
// CHECK-NEXT: reason mapa in inline assembly, counted as if the address were in the own block's memory
__global__ void slices(int *out) {
  typedef cub::BlockExchange<int, 64, 2, true> Exchange;
  __shared__ typename Exchange::TempStorage own;
  int x[2] = {1, 2};
  Exchange(own).StripedToBlocked(x, x);
  out[threadIdx.x] = x[0];
}
__global__ void twenty(const int *in, int *out) {
  typedef cub::WarpReduce<int, 20> Reduce;
  __shared__ typename Reduce::TempStorage own;
  out[threadIdx.x] = Reduce(own).Sum(in[threadIdx.x]);
}
__global__ void scan(const int *in, int *out) {
  typedef cub::WarpScan<int, 64> Scan;
  __shared__ typename Scan::TempStorage own;
  int sum;
  Scan(own).InclusiveSum(in[threadIdx.x], sum);
  out[threadIdx.x] = sum;
}
__global__ void cluster(int *out) {
  __shared__ int tile[64];
  out[threadIdx.x] = *cooperative_groups::this_cluster().map_shared_rank(
      tile + threadIdx.x, 1);
}

#ifdef NO_SUCH_SHAPE
__global__ void odd(const half *in, half *out) {
  wmma::fragment<wmma::matrix_a, 16, 16, 8, half, wmma::row_major> f;
  wmma::load_matrix_sync(f, in, 16);
  out[threadIdx.x] = f.x[0];
}
#endif
