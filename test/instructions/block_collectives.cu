// Collectives of cub and cooperative groups are what the library does: shuffles,
// barriers, and accesses to shared memory, by algorithm, threads and items.
//
// RUN: facts %s --instructions | FileCheck %s

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cub/cub.cuh>
namespace cg = cooperative_groups;

// A block of 8 warps: each reduces in 5 shuffles, its first lane stores one
// value, and behind one barrier thread 0 loads those of the other 7 warps. Of 100
// blocks 800 stores and 100 executions of each load.
//
// CHECK: kernel by_warps modelled
// CHECK: store Reduce(storage).Sum({{.*}} shared 4 B warps 800 lanes 800 cycles 800 degree 1 exact
// CHECK-COUNT-7: load Reduce(storage).Sum({{.*}} shared 4 B warps 100 lanes 100 cycles 100 degree 1 exact
// CHECK: instructions {{.*}} barrier 1 {{.*}} shuffle 5
__global__ void by_warps(const float *in, float *out) {
  typedef cub::BlockReduce<float, 256> Reduce;
  __shared__ typename Reduce::TempStorage storage;
  float sum = Reduce(storage).Sum(in[blockIdx.x * 256 + threadIdx.x]);
  if (threadIdx.x == 0)
    out[blockIdx.x] = sum;
}

// Raking: every thread stores, and the first warp's lanes load 8 values each, one
// behind the other. So that their addresses, 8 words apart, do not meet in 4
// banks, there is one word more after every 8: 9 apart is another bank each.
// Doubles have two words, and 5 steps of two shuffles, of the first warp alone:
// 10 / 8 of an average warp. Their segments are 18 words apart: a warp's 64 words
// are in 2 steps.
//
// CHECK: kernel raking modelled
// CHECK: store Reduce(storage).Sum({{.*}} shared 8 B warps 8 lanes 256 {{.*}} exact
// CHECK-COUNT-8: load Reduce(storage).Sum({{.*}} shared 8 B warps 1 lanes 32 cycles 2 degree 2 exact
// CHECK: instructions {{.*}} barrier 1 {{.*}} shuffle 1.25
__global__ void raking(const double *in, double *out) {
  typedef cub::BlockReduce<double, 256, cub::BLOCK_REDUCE_RAKING> Reduce;
  __shared__ typename Reduce::TempStorage storage;
  double sum = Reduce(storage).Sum(in[threadIdx.x]);
  if (threadIdx.x == 0)
    *out = sum;
}

// A transposed load of 4 items a thread: 4 loads of neighbouring items, 4 sectors
// a warp, 4 stores to shared memory, a barrier, 4 loads of items 4 words apart,
// which are in 8 banks, 4 words each. A vectorised store is one of 16 bytes.
//
// CHECK: kernel load_and_store modelled
// CHECK-COUNT-4: load Load(storage).Load({{.*}} global 4 B warps 4 lanes 128 sectors 16 lines 4 transactions 16 exact
// CHECK-COUNT-4: store Load(storage).Load({{.*}} shared 4 B warps 4 lanes 128 cycles 4 degree 1 exact
// CHECK-COUNT-4: load Load(storage).Load({{.*}} shared 4 B warps 4 lanes 128 cycles 16 degree 4 exact
// CHECK: store Store().Store({{.*}} global 16 B warps 4 lanes 128 sectors 64 lines 16 transactions 64 exact
__global__ void load_and_store(const int *in, int *out) {
  typedef cub::BlockLoad<int, 128, 4, cub::BLOCK_LOAD_TRANSPOSE> Load;
  typedef cub::BlockStore<int, 128, 4, cub::BLOCK_STORE_VECTORIZE> Store;
  __shared__ typename Load::TempStorage storage;
  int items[4];
  Load(storage).Load(in, items);
  Store().Store(out, items);
}

// A scan by warps: 5 shuffles, and one for the value before; a value of each warp
// is stored, and every thread loads those of all 4 warps.
//
// CHECK: kernel scan modelled
// CHECK: store Scan(storage).ExclusiveSum({{.*}} shared 4 B warps 4 lanes 4 cycles 4 degree 1 exact
// CHECK-COUNT-4: load Scan(storage).ExclusiveSum({{.*}} shared 4 B warps 4 lanes 128 cycles 4 degree 1 exact
// CHECK: instructions {{.*}} barrier 1 {{.*}} shuffle 6
__global__ void scan(const int *in, int *out) {
  typedef cub::BlockScan<int, 128, cub::BLOCK_SCAN_WARP_SCANS> Scan;
  __shared__ typename Scan::TempStorage storage;
  int sum;
  Scan(storage).ExclusiveSum(in[threadIdx.x], sum);
  out[threadIdx.x] = sum;
}

// Behind what the first warp's call says: as above, then thread 0 stores that
// number, and behind a second barrier every thread loads it.
//
// CHECK: kernel scan_behind modelled
// CHECK: store Scan(storage).InclusiveSum({{.*}} shared 4 B warps 4 lanes 4 cycles 4 degree 1 exact
// CHECK-COUNT-4: load Scan(storage).InclusiveSum({{.*}} shared 4 B warps 4 lanes 128 cycles 4 degree 1 exact
// CHECK: store Scan(storage).InclusiveSum({{.*}} shared 4 B warps 1 lanes 1 cycles 1 degree 1 exact
// CHECK: load Scan(storage).InclusiveSum({{.*}} shared 4 B warps 4 lanes 128 cycles 4 degree 1 exact
// CHECK: instructions {{.*}} barrier 2 {{.*}} shuffle 6
struct Running {
  int total;
  __device__ int operator()(int all) {
    int before = total;
    total += all;
    return before;
  }
};
__global__ void scan_behind(const int *in, int *out) {
  typedef cub::BlockScan<int, 128, cub::BLOCK_SCAN_WARP_SCANS> Scan;
  __shared__ typename Scan::TempStorage storage;
  Running before{7};
  int sum;
  Scan(storage).InclusiveSum(in[threadIdx.x], sum, before);
  out[threadIdx.x] = sum;
}

// Raking: the first warp's lanes load 4 values each, scan in 5 shuffles and one
// for the value before, one for the block's sum and one for what comes before the
// block, load and write back their segments. 8 shuffles of one warp of 4 are 2 of an
// average one.
//
// CHECK: kernel rake_behind modelled
// CHECK: store Scan(storage).ExclusiveSum({{.*}} shared 4 B warps 4 lanes 128 {{.*}} exact
// CHECK-COUNT-8: {{load|store}} Scan(storage).ExclusiveSum({{.*}} shared 4 B warps 1 lanes 32 cycles 1 degree 1 exact
// CHECK: load Scan(storage).ExclusiveSum({{.*}} shared 4 B warps 4 lanes 128 {{.*}} exact
// CHECK: instructions {{.*}} barrier 2 {{.*}} shuffle 2
__global__ void rake_behind(const int *in, int *out) {
  typedef cub::BlockScan<int, 128> Scan;
  __shared__ typename Scan::TempStorage storage;
  Running before{7};
  int sum;
  Scan(storage).ExclusiveSum(in[threadIdx.x], sum, before);
  out[threadIdx.x] = sum;
}

// Of a tile of 16 lanes: 4 shuffles to reduce, 4 to scan.
//
// CHECK: kernel tiles modelled
// CHECK: instructions {{.*}} shuffle 8
__global__ void tiles(const float *in, float *out) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  float sum = cg::reduce(tile, in[threadIdx.x], cg::plus<float>());
  out[threadIdx.x] = cg::inclusive_scan(tile, sum, cg::plus<float>());
}

int main() {
  float *f;
  double *d;
  int *i;
  by_warps<<<100, 256>>>(f, f);
  raking<<<1, 256>>>(d, d);
  load_and_store<<<1, 128>>>(i, i);
  scan<<<1, 128>>>(i, i);
  scan_behind<<<1, 128>>>(i, i);
  rake_behind<<<1, 128>>>(i, i);
  tiles<<<1, 32>>>(f, f);
}
