// A sorting network by template recursion, 32 registers a lane: every value is a
// choice between two that are choices themselves, and what is computed for each is
// computed once. 32 * log2(32) / 2 * (log2(32) + 1) / 2 = 240 exchanges take moments;
// followed along every path they would never end.
//
// A warp loads 32 times 4 sectors and stores as many, whatever the values are.
//
// RUN: timeout 100 facts %s --grid 1 --block 32 | FileCheck %s
// CHECK: kernel sorted modelled
// CHECK: load in[i * 32 + threadIdx.x] global 4 B warps 32 lanes 1024 sectors 128 {{.*}} exact
// CHECK: store out[i * 32 + threadIdx.x] global 4 B warps 32 lanes 1024 sectors 128 {{.*}} exact

__device__ inline void exchange(float &a, float &b, bool up) {
  bool swap = up ? a > b : a < b;
  float t = a;
  a = swap ? b : a;
  b = swap ? t : b;
}

template <int N> struct Merge {
  static __device__ inline void run(float *v, bool up) {
#pragma unroll
    for (int i = 0; i < N / 2; ++i)
      exchange(v[i], v[i + N / 2], up);
    Merge<N / 2>::run(v, up);
    Merge<N / 2>::run(v + N / 2, up);
  }
};
template <> struct Merge<1> {
  static __device__ inline void run(float *, bool) {}
};

template <int N> struct Sort {
  static __device__ inline void run(float *v, bool up) {
    Sort<N / 2>::run(v, true);
    Sort<N / 2>::run(v + N / 2, false);
    Merge<N>::run(v, up);
  }
};
template <> struct Sort<1> {
  static __device__ inline void run(float *, bool) {}
};

__global__ void sorted(float *out, const float *in) {
  float v[32];
#pragma unroll
  for (int i = 0; i < 32; ++i)
    v[i] = in[i * 32 + threadIdx.x];
  Sort<32>::run(v, true);
#pragma unroll
  for (int i = 0; i < 32; ++i)
    out[i * 32 + threadIdx.x] = v[i];
}
