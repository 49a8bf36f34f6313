// One warp, n = 8. The inner loop j < i runs 0..7 times: mean 3.5, and its body
// 28 = 8 * 7 / 2 times. in[j] is one sector. The loop k < n - i runs 8..1 times:
// mean 4.5, 36 bodies.
//
// RUN: facts %s --grid 1 --block 32 --arg n=8 | FileCheck %s
// CHECK: load in[j] {{.*}} warps 28 lanes 896 sectors 28 lines 28 {{.*}} exact
// CHECK: load in[n * i + k] {{.*}} warps 36 lanes 1152 sectors 36 lines 36 {{.*}} exact
// CHECK: loop `i < n` trips `max(n, 0)` mean 8 min 8 max 8 exact
// CHECK: loop `j < i` {{.*}} mean 3.5 min 0 max 7 exact
// CHECK: loop `k < n - i` trips `{{.*}}n - {{.*}}` mean 4.5 min 1 max 8 exact

__global__ void triangle(const float *in, float *out, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j)
      sum += in[j];
    for (int k = 0; k < n - i; ++k)
      sum += in[n * i + k];
  }
  out[threadIdx.x] = sum;
}
