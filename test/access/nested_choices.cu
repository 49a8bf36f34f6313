// A choice of lvalues inside another, which makes it const: only the lanes that
// choose an element load it, from where it lies, and s stays in its register.
// One warp, n = 8: lanes 0..7 load x (32 bytes), 8..15 tile, 16..31 take s.
//
// RUN: facts %s --grid 1 --block 32 --arg n=8 | FileCheck %s
// CHECK: store tile[t] shared {{.*}} warps 1 lanes 32
// CHECK-NEXT: load x[t] global 4 B warps 1 lanes 8 sectors 1 {{.*}} exact
// CHECK-NEXT: load tile[t] shared 4 B warps 1 lanes 8 {{.*}} exact
// CHECK-NEXT: store y[t]

__global__ void nestedChoices(const float *x, float *y, int n) {
  __shared__ float tile[32];
  int t = threadIdx.x;
  float s = 0.5f;
  tile[t] = s;
  s += t < n ? x[t] : (t < 2 * n ? tile[t] : s);
  y[t] = s;
}
