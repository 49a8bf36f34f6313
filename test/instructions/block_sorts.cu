// Sorts, flags and histograms of cub's blocks: what the library does for each, by
// items, threads and digits.
//
// RUN: facts %s --grid 1 --block 128 --instructions | FileCheck %s

#include <cub/cub.cuh>

// Eight digits of 4 bits, by 4 warps: 32 executions of each step. A thread has 16
// counters of 16 bits in 8 words and one word more, so that the 9 words of
// neighbours are in all banks. Barriers of a digit: behind the counts, in the
// scan of sums, behind what comes before all sums, behind the words, in front of
// the exchange and in it, 6; and 7 between digits, as often as the loop comes
// round. The scan shuffles in 5 steps and once more.
//
// CHECK-LABEL: kernel keys modelled
// CHECK-COUNT-9: store Sort(storage).Sort(k) shared 4 B warps 32 lanes 1024 cycles 32 degree 1 exact
// CHECK-COUNT-4: load Sort(storage).Sort(k) shared 2 B warps 32 lanes 1024
// CHECK-COUNT-9: load Sort(storage).Sort(k) shared 4 B warps 32 lanes 1024 cycles 32 degree 1 exact
// CHECK-COUNT-9: store Sort(storage).Sort(k) shared 4 B warps 32 lanes 1024 cycles 32 degree 1 exact
// CHECK-COUNT-4: load Sort(storage).Sort(k) shared 2 B warps 32 lanes 1024
// CHECK: loop {{.*}} mean 7 min 7 max 7 exact
// CHECK: instructions {{.*}} barrier 55 {{.*}} shuffle 48
__global__ void keys(int *data) {
  typedef cub::BlockRadixSort<int, 128, 4> Sort;
  __shared__ typename Sort::TempStorage storage;
  int k[4];
  for (int i = 0; i < 4; ++i)
    k[i] = data[threadIdx.x * 4 + i];
  Sort(storage).Sort(k);
  for (int i = 0; i < 4; ++i)
    data[threadIdx.x * 4 + i] = k[i];
}

// With values there is one barrier in front of their exchange and one in it: of
// three digits in 10 bits 3 * 8 + 2.
//
// CHECK-LABEL: kernel pairs modelled
// CHECK: loop {{.*}} mean 2 min 2 max 2 exact
// CHECK: instructions {{.*}} barrier 26 {{.*}} shuffle 18
__global__ void pairs(float *data, double *values) {
  typedef cub::BlockRadixSort<float, 128, 2, double> Sort;
  __shared__ typename Sort::TempStorage storage;
  float k[2] = {data[threadIdx.x], data[threadIdx.x + 128]};
  double v[2] = {values[threadIdx.x], values[threadIdx.x + 128]};
  Sort(storage).SortDescendingBlockedToStriped(k, v, 0, 10);
  data[threadIdx.x] = k[0];
  data[threadIdx.x + 128] = k[1];
  values[threadIdx.x] = v[0];
  values[threadIdx.x + 128] = v[1];
}

struct Less {
  __device__ bool operator()(int a, int b) const { return a < b; }
};

// 128 threads merge 7 times, with two barriers each. A search halves what is
// left, which data decide in the end: between no load and one in each round.
//
// CHECK-LABEL: kernel merge modelled
// CHECK: load Sort(storage).Sort(k, Less()) shared {{.*}} lanes 0..{{.*}} bounded {{.*}}depends on data
// CHECK: instructions {{.*}} barrier 14
__global__ void merge(int *data) {
  typedef cub::BlockMergeSort<int, 128, 2> Sort;
  __shared__ typename Sort::TempStorage storage;
  int k[2] = {data[threadIdx.x], data[threadIdx.x + 128]};
  Sort(storage).Sort(k, Less());
  data[threadIdx.x] = k[0];
  data[threadIdx.x + 128] = k[1];
}

// The last of a thread's items goes to shared memory; all threads but the first
// load that of the one before.
//
// CHECK-LABEL: kernel heads modelled
// CHECK: store Flags(storage).FlagHeads({{.*}} shared 4 B warps 4 lanes 128 cycles 4 degree 1 exact
// CHECK: load Flags(storage).FlagHeads({{.*}} shared 4 B warps 4 lanes 127 cycles 4 degree 1 exact
// CHECK: instructions {{.*}} barrier 1
__global__ void heads(const int *in, int *out) {
  typedef cub::BlockDiscontinuity<int, 128> Flags;
  __shared__ typename Flags::TempStorage storage;
  int k[2] = {in[2 * threadIdx.x], in[2 * threadIdx.x + 1]}, flags[2];
  Flags(storage).FlagHeads(flags, k, cub::Inequality());
  out[threadIdx.x] = flags[0] + flags[1];
}

// CHECK-LABEL: kernel differences modelled
// CHECK: load Difference(storage).SubtractLeft({{.*}} shared 4 B warps 4 lanes 127 cycles 4 degree 1 exact
// CHECK: load Difference(storage).SubtractRight({{.*}} shared 4 B warps 4 lanes 127 cycles 4 degree 1 exact
__global__ void differences(const int *in, int *out) {
  typedef cub::BlockAdjacentDifference<int, 128> Difference;
  __shared__ typename Difference::TempStorage storage;
  int k[2] = {in[2 * threadIdx.x], in[2 * threadIdx.x + 1]}, d[2];
  Difference(storage).SubtractLeft(k, d, cub::Difference());
  __syncthreads();
  Difference(storage).SubtractRight(k, k, cub::Difference());
  out[threadIdx.x] = d[0] + d[1] + k[0] + k[1];
}

// Two rounds of 128 threads clear 256 counters, and each item adds to one.
//
// CHECK-LABEL: kernel by_atomics modelled
// CHECK: store Histogram(storage).Histogram({{.*}} shared 4 B warps 8 lanes 256 cycles 8 degree 1 exact
// CHECK-COUNT-2: atomic Histogram(storage).Histogram({{.*}} shared 4 B warps 4 lanes 128
// CHECK: instructions {{.*}} barrier 2
__global__ void by_atomics(const unsigned char *in, unsigned *out) {
  typedef cub::BlockHistogram<unsigned char, 128, 2, 256,
                              cub::BLOCK_HISTO_ATOMIC>
      Histogram;
  __shared__ typename Histogram::TempStorage storage;
  __shared__ unsigned counts[256];
  unsigned char k[2] = {in[threadIdx.x], in[threadIdx.x + 128]};
  Histogram(storage).Histogram(k, counts);
  __syncthreads();
  out[threadIdx.x] = counts[threadIdx.x];
}

// Two digits in 8 bits: 2 * 6 + 1 barriers, one behind the sort, one behind the
// bounds of runs, one in the flags, one in front of the lengths.
//
// CHECK-LABEL: kernel by_sorting modelled
// CHECK: instructions {{.*}} barrier 17
__global__ void by_sorting(const unsigned char *in, unsigned *counts) {
  typedef cub::BlockHistogram<unsigned char, 128, 2, 256> Histogram;
  __shared__ typename Histogram::TempStorage storage;
  unsigned char k[2] = {in[threadIdx.x], in[threadIdx.x + 128]};
  Histogram(storage).Composite(k, counts);
}

// What the library has beside these is a call that nobody knows.
//
// CHECK-LABEL: kernel guarded partial
// CHECK: reason {{.*}}Sort{{.*}}has no body
__global__ void guarded(int *data, int valid) {
  typedef cub::BlockMergeSort<int, 128, 2> Sort;
  __shared__ typename Sort::TempStorage storage;
  int k[2] = {data[threadIdx.x], data[threadIdx.x + 128]};
  Sort(storage).Sort(k, Less(), valid, 1 << 30);
  data[threadIdx.x] = k[0];
  data[threadIdx.x + 128] = k[1];
}
