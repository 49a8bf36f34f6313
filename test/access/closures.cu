// Lambdas that call lambdas which they captured by reference. A reference stays
// bound, and what a lambda that is not mutable has captured stays as it is: also
// within loops, where other variables may change.
//
// RUN: facts %s --grid 1 --block 32 --arg n=3 | FileCheck %s

// The first call reads from 0 on, the two in the loop from 4 floats on and from
// 8: 4, 5 and 4 sectors.
//
// CHECK-LABEL: kernel pipeline modelled
// CHECK: load in[at + threadIdx.x] global 4 B warps 1 lanes 32 sectors 4 {{.*}} exact
// CHECK: load in[at + threadIdx.x] global 4 B warps 2 lanes 64 sectors 9 {{.*}} exact
__global__ void pipeline(const float *in, float *out, int n) {
  float sum[2] = {};
  int at = 0;
  auto clear = [&] {
    for (int i = 0; i < 2; ++i)
      sum[i] = 0;
  };
  auto fetch = [&](int k) {
    sum[k % 2] += in[at + threadIdx.x];
    at += 4;
  };
  auto start = [&] {
    clear();
    fetch(0);
  };
  start();
  for (int k = 1; k < n; ++k) {
    fetch(k);
    if (sum[0] < 0)
      clear();
  }
  out[threadIdx.x] = sum[0] + sum[1];
}

// One that is mutable changes what it has captured: floats 0, 4 and 8 on.
//
// CHECK-LABEL: kernel mutable_one modelled
// CHECK: load in[at + threadIdx.x] global 4 B warps 3 lanes 96 sectors 13 {{.*}} exact
__global__ void mutable_one(const float *in, float *out, int n) {
  int at = 0;
  float sum = 0;
  auto next = [=]() mutable {
    const float read = in[at + threadIdx.x];
    at += 4;
    return read;
  };
  for (int k = 0; k < n; ++k)
    sum += next();
  out[threadIdx.x] = sum;
}

// So does one whose captured object has a mutable member, one that casts the
// const away, and one whose bytes a pointer changes: 4, 8 and 12 floats on are 5,
// 4 and 5 sectors, and the last reads 4 floats on.
//
// CHECK-LABEL: kernel mutable_member modelled
// CHECK: load in[next() + threadIdx.x] global 4 B warps 3 lanes 96 sectors 14 {{.*}} exact
struct Counter {
  mutable int at;
  __device__ int operator()() const { return at += 4; }
};
__global__ void mutable_member(const float *in, float *out, int n) {
  Counter counter{0};
  auto next = [counter] { return counter(); };
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += in[next() + threadIdx.x];
  out[threadIdx.x] = sum;
}

// CHECK-LABEL: kernel cast_away modelled
// CHECK: load in[next() + threadIdx.x] global 4 B warps 3 lanes 96 sectors 14 {{.*}} exact
__global__ void cast_away(const float *in, float *out, int n) {
  int at = 0;
  auto next = [at] { return const_cast<int &>(at) += 4; };
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += in[next() + threadIdx.x];
  out[threadIdx.x] = sum;
}

// CHECK-LABEL: kernel by_bytes modelled
// CHECK: load in[next() + threadIdx.x] global 4 B warps 1 lanes 32 sectors 5 {{.*}} exact
__global__ void by_bytes(const float *in, float *out) {
  int at = 0;
  auto next = [at] { return at; };
  *reinterpret_cast<int *>(&next) = 4;
  out[threadIdx.x] = in[next() + threadIdx.x];
}
