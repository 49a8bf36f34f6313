// Passes through the L1: four lines' tags, in four parts of which line l is in
// part l mod 4, and a word from each of 32 banks in each.
//
// RUN: kernelcast predict %s --grid 1 --block 32 --counts ast --format json \
// RUN:   --model roofline | FileCheck %s
// RUN: kernelcast predict %s --grid 1 --block 32 --counts ast --format json \
// RUN:   --model roofline --gpu gtx-1080-ti | FileCheck %s --check-prefix=NONE

// 32 words beginning at the second one: two lines, each bank once.
//
// CHECK: "expression": "in[i + 1]"
// CHECK: "l1_passes": 1,
// CHECK: "known": "exact"
//
// Compute capability 6.1 has no such L1.
//
// NONE: "expression": "in[i + 1]"
// NONE: "l1_passes": 0,
__global__ void row(const float *in, float *out) {
  const int i = threadIdx.x;
  out[i] = in[i + 1];
}

// One bank has all 32 words.
//
// CHECK: "expression": "in[i * 64]"
// CHECK: "l1_passes": 32,
__global__ void column(const float *in, float *out) {
  const int i = threadIdx.x;
  out[i] = in[i * 64];
}

// Each bank has one word, and 32 lines in a row are eight in each part.
//
// CHECK: "expression": "in[i * 33]"
// CHECK: "l1_passes": 8,
__global__ void diagonal(const float *in, float *out) {
  const int i = threadIdx.x;
  out[i] = in[i * 33];
}

// 16 lanes read every other word of a line, the others of another array's,
// which may have the same banks or tags: one pass or two.
//
// CHECK: "expression": "from[i]"
// CHECK: "sectors": 8,
// CHECK: "l1_passes": 2,
// CHECK: "known": "exact"
// CHECK: "l1_passes": [
// CHECK-NEXT: 1,
// CHECK-NEXT: 2
__global__ void either(const float *a, const float *b, float *out) {
  const int i = threadIdx.x;
  const float *from = i % 2 ? a : b;
  out[i] = from[i];
}
