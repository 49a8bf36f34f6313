// Trip counts with n = 10 and one warp:
//   i < n; ++i             n          10
//   i <= n; ++i            n + 1      11
//   i < n; i += 3          0 3 6 9     4
//   i = n - 1; i >= 0; --i n          10
//   i != n; i += 2         0 2 4 6 8   5
//   i > 0; i -= 4          10 6 2      3
//
// RUN: facts %s --grid 1 --block 32 --arg n=10 | FileCheck %s
// CHECK: loop `a < n` trips `max(n, 0)` mean 10 min 10 max 10 exact
// CHECK: loop `b <= n` trips `max(n + 1, 0)` mean 11 min 11 max 11 exact
// CHECK: loop `c < n` trips `max((n + 2) / 3, 0)` mean 4 min 4 max 4 exact
// CHECK: loop `d >= 0` trips `{{.*}}n{{.*}}` mean 10 min 10 max 10 exact
// CHECK: loop `e != n` {{.*}} mean 5 min 5 max 5 exact
// CHECK: loop `f > 0` trips `max((n + 3) / 4, 0)` mean 3 min 3 max 3 exact
//
// n = 0 enters none of them but b <= n once.
// RUN: facts %s --grid 1 --block 32 --arg n=0 | FileCheck %s --check-prefix=ZERO
// ZERO: loop `a < n` {{.*}} mean 0 min 0 max 0 exact
// ZERO: loop `b <= n` {{.*}} mean 1 min 1 max 1 exact
// ZERO: loop `c < n` {{.*}} mean 0 min 0 max 0 exact
// ZERO: loop `d >= 0` {{.*}} mean 0 min 0 max 0 exact
// ZERO: loop `e != n` {{.*}} mean 0 min 0 max 0 exact
// ZERO: loop `f > 0` {{.*}} mean 0 min 0 max 0 exact

__global__ void counted(const float *in, float *out, int n) {
  float sum = 0;
  for (int a = 0; a < n; ++a)
    sum += in[a];
  for (int b = 0; b <= n; ++b)
    sum += in[b];
  for (int c = 0; c < n; c += 3)
    sum += in[c];
  for (int d = n - 1; d >= 0; --d)
    sum += in[d];
  for (int e = 0; e != n; e += 2)
    sum += in[e];
  for (int f = n; f > 0; f -= 4)
    sum += in[f];
  out[threadIdx.x] = sum;
}
