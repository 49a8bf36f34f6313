// What only C++20 has is named in the reason, with the option that a build has
// for it; with the option the file is read.
//
// RUN: facts %s 2>&1 | FileCheck %s
// RUN: facts %s -- -std=c++20 2>&1 | FileCheck %s --check-prefix=NEWER
// CHECK: kernel k not-modelled
// CHECK: reason the file seems to be in C++20; behind the file: -- -std=c++20
// NEWER: kernel k modelled

#include <bit>

__global__ void k(unsigned *p, unsigned n) {
  p[threadIdx.x] = std::has_single_bit(n);
}
