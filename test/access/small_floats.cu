// Reading a __half runs our stand-in's copy constructor. The place that the
// report names is the expression in the reader's source, not our header.
//
// RUN: facts %s --grid 1 --block 32 | FileCheck %s --implicit-check-not=KC_SMALL_FLOAT
// CHECK: load in[t] global 2 B warps 1 lanes 32 sectors 2 {{.*}} exact
// CHECK: load +in[32 + t] global 2 B warps 1 lanes 32 sectors 2 {{.*}} exact
//
// RUN: kernelcast predict %s --grid 1 --block 32 --format json | FileCheck %s --check-prefix=JSON
// JSON-NOT: kernelcast-prelude

#include <cuda_fp16.h>

__global__ void add(const __half *in, __half *out) {
  int t = threadIdx.x;
  __half sum = in[t];
  sum += +in[32 + t];
  out[t] = sum;
}
