// A function whose name is handed on is the one that is called, and a structure
// that a warp's tile reduces moves word by word. A pointer that changes on the
// way is not followed.
//
// RUN: facts %s --grid 1 --block 32 | FileCheck %s
// CHECK: kernel known modelled
// CHECK: load p[at(threadIdx.x)] {{.*}}sectors 8 lines 2 transactions 8 exact
// CHECK: kernel reduced modelled
// CHECK: kernel changed partial
// CHECK: reason call through a function pointer
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__device__ int twice(int i) { return 2 * i; }
__device__ int same(int i) { return i; }
__device__ int call(int (*f)(int), int i) { return f(i); }
__device__ int handOn(int (*f)(int), int i) { return call(f, i); }
__device__ int pick(int (*f)(int), int i) {
  if (i > 4)
    f = same;
  return f(i);
}

// 8 bytes from lane to lane: 256 bytes are 8 sectors in 2 lines.
__global__ void known(const float *p, float *q) {
#define at(i) handOn(twice, i)
  q[threadIdx.x] = p[at(threadIdx.x)];
}

struct Pair {
  float a, b;
};
__device__ Pair join(Pair x, Pair y) { return {x.a + y.a, x.b + y.b}; }

__global__ void reduced(const Pair *in, Pair *out) {
  auto Warp = cg::tiled_partition<32>(cg::this_thread_block());
  Pair Total = cg::reduce(Warp, in[threadIdx.x], join);
  if (Warp.thread_rank() == 0)
    out[blockIdx.x] = Total;
}

__global__ void changed(const float *p, float *q) {
  q[threadIdx.x] = p[pick(twice, threadIdx.x)];
}
