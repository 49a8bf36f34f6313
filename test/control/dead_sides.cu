// No m is above 100 and 32 at once, which Clang sees without knowing m: the
// side that stands behind it is never run, wherever its value is put together.
//
// RUN: facts %s --grid 1 --block 32 --arg m=9 | FileCheck %s
// CHECK-DAG: load in[0] {{.*}} warps 0 lanes 0 {{.*}} exact
// CHECK-DAG: load in[1] {{.*}} warps 1 lanes 32 {{.*}} exact
// CHECK-DAG: load in[2] {{.*}} warps 0 lanes 0 {{.*}} exact
// CHECK-DAG: load in[3] {{.*}} warps 0 lanes 0 {{.*}} exact

__global__ void deadSides(const int *in, int *out, int m) {
  int t = threadIdx.x;
  out[t] = (m > 100 && m == 32) ? in[0] : in[1];
  out[t + 32] = (m > 100 && m == 32) && in[2] > 0;
  out[t + 64] = (m <= 100 || m != 32) || in[3] > 0;
}
