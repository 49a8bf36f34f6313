// What `if constexpr` decides is no branch of the kernel, and a function that
// holds nothing else has no blocks of its own: 2^16 calls, each of which
// chooses, stay below every bound. So do calls nested as deeply as a library
// of templates nests them.
//
// RUN: facts %s --grid 1 --block 32 | FileCheck %s --implicit-check-not=branch

template <int N> __device__ int nodes() {
  if constexpr (N == 0)
    return 1;
  else
    return nodes<N - 1>() + nodes<N - 1>();
}

// 16 * 32 floats apart from lane to lane, and one of 2^16 and more.
//
// CHECK-LABEL: kernel tree modelled
// CHECK: store {{.*}} warps 1 lanes 32 sectors 32 {{.*}} exact
__global__ void tree(float *out) { out[nodes<14>() * threadIdx.x] = 1; }

template <int N> __device__ int nested(int x) {
  if constexpr (N > 1) {
    if constexpr (N % 2 == 1)
      x += 2;
    return nested<N - 1>(x);
  }
  return x;
}

// 20 odd numbers from 2 to 40, of which 3 to 39 are 19: 38 are added.
//
// CHECK-LABEL: kernel deep modelled
// CHECK: store {{.*}} warps 1 lanes 32 sectors 4 {{.*}} exact
__global__ void deep(float *out) { out[threadIdx.x + nested<40>(2)] = 1; }

// A loop inside, an early return and a trap are control flow as ever.
template <bool Early> __device__ int mixed(int x) {
  if constexpr (Early)
    return x;
  for (int i = 0; i < 3; ++i)
    x += 4;
  return x;
}

// CHECK-LABEL: kernel both modelled
// CHECK: store {{.*}} warps 1 lanes 32 sectors 4 {{.*}} exact
// CHECK: store {{.*}} warps 1 lanes 32 sectors 5 {{.*}} exact
__global__ void both(float *out) {
  out[threadIdx.x + mixed<true>(8)] = 1;
  out[threadIdx.x + mixed<false>(1)] = 1;
}
