// A header that is not there is skipped with a warning, and recorded as a reason
// of the kernels that it can affect; what needs nothing from it is analysed in
// full.
//
// RUN: facts %s --grid 1 --block 32 2>&1 | FileCheck %s
// CHECK-DAG: warning: header 'no_such_header.h' was not found
// CHECK-DAG: kernel plain modelled
// CHECK-DAG: load in[i] {{.*}} sectors 4 lines 1 transactions 4 exact
// CHECK-DAG: kernel affected {{partial|not-modelled}}
// CHECK-DAG: reason {{.*}}no_such_header.h

#include "no_such_header.h"

__global__ void plain(const float *in, float *out) {
  int i = threadIdx.x;
  out[i] = in[i];
}

__global__ void affected(const float *in, float *out) {
  int i = threadIdx.x;
  out[i] = in[i] * from_that_header(i);
}
