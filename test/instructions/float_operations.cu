// Additions and multiplications of the threads in the compiled code, a
// multiply-add being two, as profilers count them. One warp.
//
// RUN: kernelcast predict %s --gpu rtx-3080 --counts ir --grid 1 --block 32 --format json | FileCheck %s
// RUN: kernelcast predict %s --gpu rtx-3080 --counts ir --grid 1 --block 32 --kernel root --format json -- -prec-sqrt=false | FileCheck %s --check-prefix=APPROXIMATE
// RUN: kernelcast predict %s --gpu rtx-3080 --counts ir --grid 1 --block 32 --kernel root --format json -- -prec-sqrt=true | FileCheck %s --check-prefix=ROUNDED

// Of 32 lanes 20 multiply and add: the others are switched off, though the
// instruction is issued for the warp.
// CHECK-LABEL: "name": "guarded",
// CHECK: "flops_fp16": 0,
// CHECK-NEXT: "flops_fp32": 40,
// CHECK-NEXT: "flops_fp64": 0
__global__ void guarded(float *a, float x, float y) {
  if (threadIdx.x < 20)
    a[threadIdx.x] = a[threadIdx.x] * x + y;
}

// The product is stored, and both sums multiply once more on the way: 1 + 2 + 2
// operations, of 32 threads 160.
// CHECK-LABEL: "name": "shared_product",
// CHECK: "flops_fp32": 160,
__global__ void shared_product(float *a, float *b, float x, float y) {
  float product = a[threadIdx.x] * x;
  b[threadIdx.x] = product;
  a[threadIdx.x] = product + y;
  b[threadIdx.x + 32] = product + x;
}

// From an approximate reciprocal r of y: 1 - r y; r improved by that; the
// quotient; what is left of x; the quotient improved: 5 multiply-adds, 10
// operations, of 32 threads 320.
// CHECK-LABEL: "name": "quotient",
// CHECK: "flops_fp32": 320,
__global__ void quotient(float *a, float y) {
  a[threadIdx.x] = a[threadIdx.x] / y;
}

// In double precision: e = 1 - r y, e + e e, r improved by that, 1 - r y, r
// improved; the product x r; what is left of x, the quotient improved: seven
// multiply-adds and a product, 15 operations. A multiply-add in single precision
// tells whether the operands are unusual: 2.
// CHECK-LABEL: "name": "double_quotient",
// CHECK: "flops_fp32": 64,
// CHECK-NEXT: "flops_fp64": 480
__global__ void double_quotient(double *a, double y) {
  a[threadIdx.x] = a[threadIdx.x] / y;
}

// From an approximate reciprocal root r of x: the root x r and the half r / 2,
// then what is left of x and the root improved by it: two products and two
// multiply-adds, 6 operations. The approximate one has none.
// CHECK-LABEL: "name": "root",
// CHECK: "flops_fp32": 192,
// APPROXIMATE: "flops_fp32": 0,
// ROUNDED: "flops_fp32": 192,
__global__ void root(float *a) { a[threadIdx.x] = sqrtf(a[threadIdx.x]); }

// Halves are no floats.
// CHECK-LABEL: "name": "halves",
// CHECK: "flops_fp16": 64,
// CHECK-NEXT: "flops_fp32": 0,
__global__ void halves(_Float16 *a, _Float16 x, _Float16 y) {
  a[threadIdx.x] = a[threadIdx.x] * x + y;
}

// The larger of two numbers, comparisons, conversions and approximate
// reciprocal roots neither add nor multiply.
// CHECK-LABEL: "name": "none",
// CHECK: "flops_fp32": 0,
__global__ void none(float *a, float x, int n) {
  float value = fmaxf(a[threadIdx.x], x);
  a[threadIdx.x] = value > 1 ? rsqrtf(value) : (float)n;
}

// Numbers may differ in how often each thread goes round; the counts say so.
// CHECK-LABEL: "name": "rounds",
// CHECK: "instructions": {
// CHECK: "executions_known": "assumed"
// CHECK: "traffic": {
__global__ void rounds(float *a, const int *n) {
  float sum = 0;
  for (int i = 0; i < n[threadIdx.x]; ++i)
    sum = sum * a[i] + 1;
  a[threadIdx.x] = sum;
}

// A sum in shared memory has no instruction: it is loaded, added to, and
// exchanged, once for each of 32 threads where nobody is in the way.
// CHECK-LABEL: "name": "shared_sum",
// CHECK: "flops_fp32": 32,
__global__ void shared_sum(const float *a, float *b) {
  __shared__ float sums[32];
  atomicAdd(&sums[threadIdx.x], a[threadIdx.x]);
  __syncthreads();
  b[threadIdx.x] = sums[threadIdx.x];
}

// Sine: a product with 2 / pi and three multiply-adds bring the number near
// zero, 7 operations; its square and four multiply-adds, 9; and two more that
// depend on the quadrant, each of them taken by half of the numbers: 18. The
// cosine of the same number begins with the square, 11. One product more: 30.
// CHECK-LABEL: "name": "turn",
// CHECK: "flops_fp32": 960,
__global__ void turn(float *a) {
  float x = a[threadIdx.x];
  a[threadIdx.x] = sinf(x) * cosf(x);
}
