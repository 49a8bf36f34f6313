// What the compiler makes of the standard library in a kernel: std::move() and
// std::forward() are the object itself, an initializer_list is its elements and
// their number, a constant pointer is its function, a few bytes of memset are
// stores, and thrust with a policy runs in each thread.
//
// RUN: facts %s --grid 1 --block 32 2>&1 | FileCheck %s
// RUN: kernelcast predict %s --grid 1 --block 32 -o %t.json > /dev/null 2>&1
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// CHECK-NOT: reason
// JSON-NOT: partial
#include <algorithm>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <utility>

struct Values {
  float of[4];
};
using Operation = float (*)(const float *, int);
__device__ float once(const float *p, int i) { return p[i]; }
__device__ float apart(const float *p, int i) { return p[8 * i]; }
constexpr __device__ Operation operation(bool far) { return far ? apart : once; }

template <bool Far>
__global__ void chosen(const float *in, float *out) {
  constexpr Operation read = operation(Far);
  out[threadIdx.x] = read(in, threadIdx.x);
}
template __global__ void chosen<false>(const float *, float *);
template __global__ void chosen<true>(const float *, float *);
// 32 floats are 4 sectors; 8 floats apart, each has a sector of its own.
// CHECK: kernel chosen<false> modelled
// CHECK: load p[i] {{.*}} sectors 4 {{.*}} exact
// CHECK: kernel chosen<true> modelled
// CHECK: load p[8 * i] {{.*}} sectors 32 {{.*}} exact

template <class T>
__device__ T &&passed(T &value) {
  return std::forward<T>(value);
}
__global__ void moved(const float *in, float *out) {
  float a = in[threadIdx.x], b = std::move(a);
  out[threadIdx.x] = passed<float>(b) + std::max({1.0f, 2.0f, 3.0f});
}
// CHECK: kernel moved modelled
// CHECK: load in[threadIdx.x] {{.*}} sectors 4 {{.*}} exact
// CHECK: store out[threadIdx.x] {{.*}} sectors 4 {{.*}} exact

// 16 bytes of each lane are 16 sectors of a warp. What is in a thread's own
// variable is no access.
__global__ void cleared(Values *all, float *out) {
  Values mine;
  __builtin_memset(&mine, 0, sizeof(mine));
  __builtin_memset(&all[threadIdx.x], 0, 16);
  out[threadIdx.x * int(mine.of[2])] = 0;
}
// CHECK: kernel cleared modelled
// CHECK-COUNT-4: store __builtin_memset({{.*}} warps 1 lanes 32 sectors 16 {{.*}} exact
// CHECK-NOT: __builtin_memset(

// Eight floats a thread, one after the other: 32 lanes 32 bytes apart.
__global__ void in_a_thread(const float *in, float *out) {
  const float *from = in + 8 * threadIdx.x;
  out[threadIdx.x] = thrust::reduce(thrust::device, from, from + 8, 0.0f);
  thrust::inclusive_scan(thrust::seq, from, from + 8, out + 8 * threadIdx.x);
}
// CHECK: kernel in_a_thread modelled
// CHECK-NOT: thrust::device constant
// CHECK: load thrust::reduce({{.*}} warps 8 lanes 256 sectors 256 {{.*}} exact
// CHECK: load thrust::inclusive_scan({{.*}} warps 1 lanes 32 sectors 32 {{.*}} exact
// CHECK: load thrust::inclusive_scan({{.*}} warps 7 lanes 224 sectors 224 {{.*}} exact
// CHECK: store thrust::inclusive_scan({{.*}} warps 7 lanes 224 sectors 224 {{.*}} exact
