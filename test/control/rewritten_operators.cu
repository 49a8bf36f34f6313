// C++20 writes a != b as !(a == b), b == a as a == b, and a < b with <=>; the
// operands are read all the same.
//
// RUN: facts %s --grid 1 --block 32 -- -std=c++20 | FileCheck %s
#include <compare>
struct Place {
  int x;
  __device__ bool operator==(const Place &o) const { return x == o.x; }
  __device__ bool operator==(int o) const { return x == o; }
};

// CHECK-LABEL: kernel unequal modelled
// CHECK-NOT: reason
// CHECK: load x global 4 B {{.*}} sectors 4 {{.*}} exact
// CHECK: load o.x global 4 B {{.*}} sectors 4 {{.*}} exact
// CHECK: branch `p[t] != q[t]`
__global__ void unequal(int *out, const Place *p, const Place *q) {
  int t = threadIdx.x;
  if (p[t] != q[t])
    out[t] = 1;
}

// CHECK-LABEL: kernel reversed modelled
// CHECK-NOT: reason
// CHECK: load x global 4 B {{.*}} sectors 4 {{.*}} exact
// CHECK: branch `7 == p[t]`
__global__ void reversed(int *out, const Place *p) {
  int t = threadIdx.x;
  if (7 == p[t])
    out[t] = 1;
}

// CHECK-LABEL: kernel spaceship
// CHECK: load a[t] global 4 B {{.*}} sectors 4 {{.*}} exact
// CHECK: load b[t] global 4 B {{.*}} sectors 4 {{.*}} exact
__global__ void spaceship(int *out, const int *a, const int *b) {
  int t = threadIdx.x;
  auto order = a[t] <=> b[t];
  out[t] = sizeof(order);
}
