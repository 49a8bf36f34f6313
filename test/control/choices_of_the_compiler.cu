// What `if constexpr` decides is no branch of the kernel, and a function that
// holds nothing else has no blocks of its own: thousands of calls that choose
// stay below every bound. Calls may nest as deeply as a library of templates
// nests them, and what is nothing but calls comes to an end, too. Lanes below
// the result store, so that their number tells it.
//
// RUN: facts %s --grid 1 --block 1024 | FileCheck %s

template <int N> __device__ int nodes() {
  if constexpr (N == 0)
    return 1;
  else
    return nodes<N - 1>() + nodes<N - 1>();
}

// 2^13 leaves behind 2^13 - 1 calls that choose; 2^13 - 8000 = 192 lanes.
//
// CHECK-LABEL: kernel tree modelled
// CHECK: store {{.*}} lanes 192 {{.*}} exact
__global__ void tree(float *out) {
  if (threadIdx.x < nodes<13>() - 8000)
    out[threadIdx.x] = 1;
}

template <int N> __device__ int nested(int x) {
  if constexpr (constexpr int Odd = N % 2; !(N <= 1)) {
    if constexpr (Odd == 1)
      x += 2;
    return nested<N - 1>(x);
  } else if constexpr (Odd == 0)
    return 1000;
  return x;
}

// 3, 5, ... 39 are 19 odd numbers: 38 and 2.
//
// CHECK-LABEL: kernel deep modelled
// CHECK: store {{.*}} lanes 40 {{.*}} exact
__global__ void deep(float *out) {
  if (threadIdx.x < nested<40>(2))
    out[threadIdx.x] = 1;
}

// 64 calls, each in the one before; one more is one too many. 2 + 2 * 31 lanes.
//
// CHECK-LABEL: kernel deepest modelled
// CHECK: store {{.*}} lanes 64 {{.*}} exact
// CHECK-LABEL: kernel too_deep partial
// CHECK-NEXT: reason calls nested deeper than 64
__global__ void deepest(float *out) {
  if (threadIdx.x < nested<64>(2))
    out[threadIdx.x] = 1;
}
__global__ void too_deep(float *out) {
  if (threadIdx.x < nested<65>(2))
    out[threadIdx.x] = 1;
}

// A loop, and what is destroyed on the way out, are as ever: 8, and 1 + 12 + 5.
struct adds {
  int &to;
  __device__ ~adds() { to += 5; }
};
template <bool Early> __device__ int mixed(int x, int &n) {
  adds At{n};
  if constexpr (Early)
    return x;
  for (int i = 0; i < 3; ++i)
    x += 4;
  return x;
}

// CHECK-LABEL: kernel both modelled
// CHECK: store {{.*}} lanes 18 {{.*}} exact
// CHECK: store {{.*}} lanes 23 {{.*}} exact
__global__ void both(float *out) {
  int n = 0;
  int early = mixed<true>(8, n), late = mixed<false>(1, n); // n is 10
  if (threadIdx.x < early + n)
    out[threadIdx.x] = 1;
  if (threadIdx.x < late + n)
    out[threadIdx.x] = 1;
}

template <int N> __device__ void nothing() {
  if constexpr (N > 0) {
    nothing<N - 1>();
    nothing<N - 1>();
  }
}

// CHECK-LABEL: kernel endless not-modelled
// CHECK-NEXT: reason more calls than the limit when inlining
__global__ void endless(float *out) {
  nothing<50>();
  out[threadIdx.x] = 1;
}
