// cuda::atomic_ref and cuda::atomic are the atomic instructions by other names;
// loads and stores of them are plain ones. A warp of 32 lanes:
//   words of 8 bytes in a row    8 sectors, 2 lines
//   words of 4 bytes in a row    4 sectors, 1 line
//   one word                     1 sector
//
// RUN: facts %s 2>&1 | FileCheck %s --implicit-check-not=error:
// CHECK: kernel references modelled
// CHECK: atomic {{.*}} global 8 B warps 1 lanes 32 sectors 8 lines 2 transactions 8 exact
// CHECK: atomic {{.*}} global 4 B warps 1 lanes 32 sectors 4 lines 1 transactions 4 exact
// CHECK: atomic {{.*}} global 4 B warps 1 lanes 32 sectors 1 lines 1 transactions 1 exact
// CHECK: atomic {{.*}} global 4 B warps 1 lanes 32 sectors 1 lines 1 transactions 1 exact
// CHECK: store {{.*}} global 4 B warps 1 lanes 32 sectors 4 lines 1 transactions 4 exact
// CHECK: kernel objects modelled
// CHECK: atomic {{.*}} shared 4 B warps 1 lanes 32 cycles 1 degree 1 exact
// CHECK: atomic {{.*}} shared 4 B warps 1 lanes 32 cycles 1 degree 1 exact
// CHECK: load {{.*}} shared 4 B warps 1 lanes 32 cycles 1 degree 1 exact

#include <cuda/atomic>

__global__ void references(long *longest, int *in, int *out) {
  int i = threadIdx.x;
  cuda::atomic_ref<long, cuda::thread_scope_device> largest(longest[i]);
  largest.fetch_max(i, cuda::std::memory_order_relaxed);
  cuda::atomic_ref<int, cuda::thread_scope_block> one(in[i]), all(in[0]);
  one.fetch_sub(1);
  int expected = 0;
  bool was = all.compare_exchange_strong(expected, 1, cuda::memory_order_relaxed);
  ++all;
  cuda::atomic_ref<int> result(out[i]);
  result.store(was, cuda::memory_order_release);
}

__global__ void objects(int *out) {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> counters[32];
  counters[threadIdx.x] |= 1;
  counters[threadIdx.x].exchange(3);
  out[threadIdx.x] = counters[threadIdx.x].load(cuda::memory_order_acquire);
}

void run(long *longest, int *in, int *out) {
  references<<<1, 32>>>(longest, in, out);
  objects<<<1, 32>>>(out);
}
