// Loads, stores and exchanges of warps, and the collectives of blocks that move
// items between neighbours or warp by warp.
//
// RUN: facts %s --instructions | FileCheck %s

#include <cub/cub.cuh>

// Two warps of a block, each with its own 128 items and its own storage: four
// loads of neighbouring items, 4 sectors a warp; four stores to shared memory;
// behind a barrier of the warp four loads of items 4 words apart, which are in 8
// banks, 4 words each. The striped store is like the loads.
//
// CHECK: kernel warps modelled
// CHECK-COUNT-4: load Load(loads[warp]).Load({{.*}} global 4 B warps 2 lanes 64 sectors 8 lines 2 transactions 8 exact
// CHECK-COUNT-4: store Load(loads[warp]).Load({{.*}} shared 4 B warps 2 lanes 64 cycles 2 degree 1 exact
// CHECK-COUNT-4: load Load(loads[warp]).Load({{.*}} shared 4 B warps 2 lanes 64 cycles 8 degree 4 exact
// CHECK-COUNT-4: store Store(stores[warp]).Store({{.*}} global 4 B warps 2 lanes 64 sectors 8 lines 2 transactions 8 exact
__global__ void warps(const int *in, int *out) {
  typedef cub::WarpLoad<int, 4, cub::WARP_LOAD_TRANSPOSE> Load;
  typedef cub::WarpStore<int, 4, cub::WARP_STORE_STRIPED> Store;
  __shared__ typename Load::TempStorage loads[2];
  __shared__ typename Store::TempStorage stores[2];
  int warp = threadIdx.x / 32;
  int items[4];
  Load(loads[warp]).Load(in + warp * 128, items);
  Store(stores[warp]).Store(out + warp * 128, items);
}

// Halves of a warp, with 8 items a lane. Lane l stores items 8 l to 8 l + 7: of a
// half four lanes each meet in a bank. The other half's storage begins 133 words
// on, room for one item more than there are and for the gaps of a scatter, so 5
// banks: its lanes meet in others. Read back are 16 neighbouring items of each
// half, 5 banks apart: the last 11 of the first half's banks are the first 11 of
// the second's, which are other words: two steps.
//
// CHECK: kernel halves modelled
// CHECK-COUNT-8: store Exchange(storage[half]).BlockedToStriped({{.*}} shared 4 B warps 1 lanes 32 cycles 4 degree 4 exact
// CHECK-COUNT-8: load Exchange(storage[half]).BlockedToStriped({{.*}} shared 4 B warps 1 lanes 32 cycles 2 degree 2 exact
__global__ void halves(int *out) {
  typedef cub::WarpExchange<int, 8, 16> Exchange;
  __shared__ typename Exchange::TempStorage storage[2];
  int half = threadIdx.x / 16;
  int items[8];
  for (int i = 0; i < 8; ++i)
    items[i] = threadIdx.x * 8 + i;
  Exchange(storage[half]).BlockedToStriped(items, items);
  for (int i = 0; i < 8; ++i)
    out[threadIdx.x * 8 + i] = items[i];
}

// A segmented sum: one vote for where segments begin, and 5 shuffles.
//
// CHECK: kernel segments modelled
// CHECK: instructions {{.*}} shuffle 5 vote 1
__global__ void segments(const int *in, const int *heads, int *out) {
  typedef cub::WarpReduce<int> Reduce;
  __shared__ typename Reduce::TempStorage storage;
  out[threadIdx.x] = Reduce(storage).HeadSegmentedSum(
      in[threadIdx.x], heads[threadIdx.x]);
}

// Warp by warp with one warp's memory: the accesses of each of the two turns are
// one warp's, with a barrier of the block before each of them.
//
// CHECK: kernel turns modelled
// CHECK-COUNT-4: load Load(storage).Load({{.*}} global 4 B warps 2 lanes 64 sectors 8 lines 2 transactions 8 exact
// CHECK-COUNT-4: store Load(storage).Load({{.*}} shared 4 B warps 1 lanes 32 cycles 1 degree 1 exact
// CHECK-COUNT-4: load Load(storage).Load({{.*}} shared 4 B warps 1 lanes 32 cycles 4 degree 4 exact
// CHECK-COUNT-4: store Load(storage).Load({{.*}} shared 4 B warps 1 lanes 32 cycles 1 degree 1 exact
// CHECK-COUNT-4: load Load(storage).Load({{.*}} shared 4 B warps 1 lanes 32 cycles 4 degree 4 exact
// CHECK: instructions {{.*}} barrier 2
__global__ void turns(const int *in, int *out) {
  typedef cub::BlockLoad<int, 64, 4,
                         cub::BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED>
      Load;
  __shared__ typename Load::TempStorage storage;
  int items[4];
  Load(storage).Load(in, items);
  out[threadIdx.x] = items[0] + items[1] + items[2] + items[3];
}

// Every item one place up: the last one of each thread through shared memory.
// Thread 0 has nobody before it: 63 lanes load.
//
// CHECK: kernel up modelled
// CHECK: store Shuffle(storage).Up({{.*}} shared 4 B warps 2 lanes 64 cycles 2 degree 1 exact
// CHECK: load Shuffle(storage).Up({{.*}} shared 4 B warps 2 lanes 63 cycles 2 degree 1 exact
// CHECK: instructions {{.*}} barrier 1
__global__ void up(int *out) {
  typedef cub::BlockShuffle<int, 64> Shuffle;
  __shared__ typename Shuffle::TempStorage storage;
  int items[2] = {(int)threadIdx.x * 2, (int)threadIdx.x * 2 + 1};
  Shuffle(storage).Up(items, items);
  out[threadIdx.x] = items[0] + items[1];
}

// What a warp's scans are also asked for. A scan of both kinds: 5 shuffles, and
// one for the value before.
//
// CHECK: kernel both modelled
// CHECK: instructions {{.*}} shuffle 6
__global__ void both(const int *in, int *out) {
  typedef cub::WarpScan<int> Scan;
  __shared__ typename Scan::TempStorage storage;
  int upto, before;
  Scan(storage).Sum(in[threadIdx.x], upto, before);
  out[threadIdx.x] = upto - before;
}

int main() {
  int *i;
  warps<<<1, 64>>>(i, i);
  halves<<<1, 32>>>(i);
  segments<<<1, 32>>>(i, i, i);
  turns<<<1, 64>>>(i, i);
  up<<<1, 64>>>(i);
  both<<<1, 32>>>(i, i);
}
