// Overloads and helpers of cub that programs call: all are understood, whatever
// they cost, so that no kernel is lost for the sake of one.
//
// RUN: facts %s | FileCheck %s --implicit-check-not=partial --implicit-check-not=not-modelled
//
// CHECK-COUNT-12: {{^kernel .* modelled}}

#include <cub/cub.cuh>

__global__ void block_reductions(int *p) {
  typedef cub::BlockReduce<int, 128> Reduce;
  __shared__ typename Reduce::TempStorage own;
  int sum = Reduce(own).Reduce(p[threadIdx.x], cuda::std::plus<>{});
  __syncthreads();
  sum += Reduce(own).Reduce(sum, thrust::maximum<int>()); // without its header
  __syncthreads();
  p[threadIdx.x] = sum + Reduce(own).Reduce(sum, cuda::maximum<>{});
}
__global__ void warp_reductions(int *p) {
  typedef cub::WarpReduce<int, 8> Reduce;
  __shared__ typename Reduce::TempStorage own[16];
  int items[2] = {p[0], p[1]};
  p[threadIdx.x] = Reduce(own[threadIdx.x / 8]).Sum(items) +
                   Reduce(own[threadIdx.x / 8]).Max(items[0]);
}
__global__ void block_scans(int *p) {
  typedef cub::BlockScan<int, 128> Scan;
  __shared__ typename Scan::TempStorage own;
  int before, upto, all, items[2] = {p[0], p[1]};
  Scan(own).ExclusiveScan(p[threadIdx.x], before, cub::Max());
  __syncthreads();
  Scan(own).InclusiveScan(p[threadIdx.x], upto, 5, cub::Max(), all);
  __syncthreads();
  Scan(own).InclusiveScan(items, items, 5, cub::Max(), all);
  __syncthreads();
  Scan(own).ExclusiveScan(items, items, cub::Max(), all);
  p[threadIdx.x] = before + upto + all + items[1];
}
struct Running {
  unsigned short sum;
  __device__ unsigned short operator()(unsigned short of_block) {
    unsigned short before = sum;
    sum += of_block;
    return before;
  }
};
__global__ void narrow_scans(unsigned short *p) {
  typedef cub::BlockScan<unsigned short, 128> Scan;
  __shared__ typename Scan::TempStorage own;
  Running running{0};
  unsigned short value = p[threadIdx.x];
  Scan(own).ExclusiveSum(value, value, running);
  __syncthreads();
  Scan(own).InclusiveSum(value, value, running);
  p[threadIdx.x] = value;
}
// What has a constructor that does something lies in shared memory without it.
struct Best {
  int where = -1;
  float value = -1;
};
__device__ Best better(const Best &a, const Best &b) {
  return a.value > b.value ? a : b;
}
__global__ void constructed(int *p) {
  typedef cub::BlockReduce<Best, 128> Reduce;
  typedef cub::BlockScan<Best, 128> Scan;
  typedef cub::BlockExchange<Best, 128, 2> Exchange;
  __shared__ typename Reduce::TempStorage own;
  __shared__ union {
    typename Scan::TempStorage scan;
    typename Exchange::TempStorage exchange;
  } shared;
  Best mine, upto, items[2];
  mine.value = p[threadIdx.x];
  Best all = Reduce(own).Reduce(mine, better);
  Scan(shared.scan).InclusiveScan(mine, upto, better);
  __syncthreads();
  items[0] = upto;
  Exchange(shared.exchange).StripedToBlocked(items, items);
  p[threadIdx.x] = all.where + items[1].where;
}
__global__ void bounds(int *p, const int *sorted, int count) {
  p[threadIdx.x] = cub::LowerBound(sorted, count, int(threadIdx.x)) +
                   cub::UpperBound(sorted, count, int(threadIdx.x));
}
__global__ void warp_scans(int *p) {
  typedef cub::WarpScan<int> Scan;
  __shared__ typename Scan::TempStorage own;
  int upto, before, all;
  Scan(own).InclusiveScan(p[threadIdx.x], upto, 5, cub::Max(), all);
  Scan(own).Scan(upto, upto, before, 0, cub::Max());
  p[threadIdx.x] = upto + before + all;
}
__global__ void hinted(int *p) {
  typedef cub::BlockLoad<int, 128, 4> Load;
  int items[4];
  Load().Load(cub::CacheModifiedInputIterator<cub::LOAD_CS, int>(p), items);
  cub::CacheModifiedOutputIterator<cub::STORE_CS, int> out(p);
  for (int i = 0; i < 4; ++i)
    out[threadIdx.x * 4 + i] = items[i] + 1;
}
__global__ void scattered(int *p) {
  typedef cub::BlockExchange<int, 128, 2> Exchange;
  __shared__ typename Exchange::TempStorage own;
  int items[2] = {p[0], p[1]}, ranks[2] = {p[2], p[3]};
  bool has[2] = {true, items[0] > 0};
  Exchange(own).ScatterToStripedGuarded(items, ranks);
  __syncthreads();
  Exchange(own).ScatterToStripedFlagged(items, ranks, has);
  p[threadIdx.x] = items[0] + items[1];
}
__global__ void bits(unsigned *p) {
  unsigned word = cub::ShuffleIndex<32>(p[0], 3, 0xffffffffu);
  p[threadIdx.x] = cub::BFE(word, 3, 2) + cub::LaneMaskLt() +
                   cub::LaneMaskLe() + cub::LaneMaskGt() + cub::LaneMaskGe() +
                   cub::IADD3(1, word, 3) + cub::PRMT(word, 2, 3) +
                   cub::MatchAny<4>(word) + cub::MatchAny<4, 16>(word) +
                   cub::BFE(word, 0, 32);
}
__global__ void threads(int *p) {
  int items[4] = {p[0], p[1], p[2], p[3]}, sums[4];
  cub::internal::ThreadScanExclusive(items, sums, cub::Sum(), 1);
  p[threadIdx.x] = cub::ThreadReduce(sums, cub::Sum());
}
__global__ void direct(int *p) {
  int items[4];
  cub::LoadDirectWarpStriped(threadIdx.x, p, items);
  cub::StoreDirectBlockedVectorized(threadIdx.x, p, items);
}
int main() {
  int *p;
  block_reductions<<<1, 128>>>(p);
  warp_reductions<<<1, 128>>>(p);
  block_scans<<<1, 128>>>(p);
  warp_scans<<<1, 128>>>(p);
  narrow_scans<<<1, 128>>>((unsigned short *)p);
  bounds<<<1, 128>>>(p, p, 128);
  constructed<<<1, 128>>>(p);
  hinted<<<1, 128>>>(p);
  scattered<<<1, 128>>>(p);
  bits<<<1, 128>>>((unsigned *)p);
  threads<<<1, 128>>>(p);
  direct<<<1, 128>>>(p);
}
