// Sides that only compute a few values are computed by all lanes: no branch is
// executed, no warp splits, and nothing is assumed of the condition.
//
// RUN: facts %s --instructions --kernel largest --grid 1 --block 32 | FileCheck %s --check-prefix=LARGEST
// Only the loop branches: 100 iterations, 101 tests, of which four iterations
// share one: 101 / 4.
// LARGEST: load_global 101 store_global 1 branch 25.25 other
//
// RUN: kernelcast predict %s --kernel sided --gpu rtx-3080 --grid 1 --block 32 2>&1 | FileCheck %s --check-prefix=TEXT --implicit-check-not="lanes part" --implicit-check-not=probability
// RUN: kernelcast predict %s --kernel sided --grid 1 --block 32 --format json | FileCheck %s --check-prefix=JSON
// TEXT: predicted
// JSON: "condition": "v > w",
// JSON: "predicated": true
//
// RUN: facts %s --instructions --kernel stores --grid 1 --block 32 | FileCheck %s --check-prefix=BRANCH
// RUN: facts %s --instructions --kernel costly --grid 1 --block 32 | FileCheck %s --check-prefix=BRANCH
// A store is no value, and two sines are too much to compute for nothing.
// BRANCH: branch 1 other

__global__ void largest(const float *a, float *o) {
  int t = threadIdx.x;
  float m = a[t + 4096];
  for (int j = 0; j < 100; ++j)
    if (a[j * 32 + t] > m)
      m = a[j * 32 + t];
  o[t] = m;
}

__global__ void sided(const float *a, float *o) {
  int t = threadIdx.x;
  float v = a[t], w = a[t + 32], x;
  if (v > w)
    x = v * 2;
  else
    x = w + 3;
  o[t] = x;
}

__global__ void stores(const float *a, float *o) {
  int t = threadIdx.x;
  if (a[t] > 0)
    o[t] = 1;
}

__global__ void costly(const float *a, float *o) {
  int t = threadIdx.x;
  float v = a[t];
  if (v > 0)
    v = sinf(v) + sinf(v * 2);
  o[t] = v;
}
