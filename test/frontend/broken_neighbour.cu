// Every kernel is judged by its own errors: one that does not compile leaves its
// neighbour alone.
//
// RUN: facts %s --grid 1 --block 32 2>&1 | FileCheck %s
// CHECK: broken_neighbour.cu:{{[0-9]+}}:{{[0-9]+}}: error: use of undeclared identifier 'nothing'
// CHECK-DAG: kernel good modelled
// CHECK-DAG: load in[t] {{.*}} sectors 4 lines 1 transactions 4 exact
// CHECK-DAG: kernel bad {{partial|not-modelled}}

__global__ void bad(float *p) {
  p[threadIdx.x] = nothing + 1;
}

__global__ void good(const float *in, float *out) {
  int t = threadIdx.x;
  out[t] = in[t];
}
