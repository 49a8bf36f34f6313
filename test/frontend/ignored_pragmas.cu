// nvcc ignores `#pragma unroll` with 0 or less (#20168-D), wherever the number
// comes from, so that the optimiser unrolls these 16 iterations as it does
// without the pragma: 16 loads of a warp and one branch, that of the kernel's
// end. With 1 there are 16 branches more.
// RUN: kernelcast predict %s --gpu a100-pcie-40gb --grid 16 --block 64 --arg n=1024 --format json | FileCheck %s
// CHECK: "name": "zero"
// CHECK: "per_warp": {
// CHECK: "load_global": 16,
// CHECK: "branch": 1,
// CHECK: "name": "negative"
// CHECK: "per_warp": {
// CHECK: "load_global": 16,
// CHECK: "branch": 1,
// CHECK: "name": "of_macro"
// CHECK: "per_warp": {
// CHECK: "load_global": 16,
// CHECK: "branch": 1,
// CHECK: "name": "of_template"
// CHECK: "per_warp": {
// CHECK: "load_global": 16,
// CHECK: "branch": 1,
// CHECK: "name": "without"
// CHECK: "per_warp": {
// CHECK: "load_global": 16,
// CHECK: "branch": 1,
// CHECK: "name": "one"
// CHECK: "per_warp": {
// CHECK: "load_global": 16,
// CHECK: "branch": 17,
//
// The source is read alike. Its branches are those of loops.
// RUN: kernelcast predict %s --kernel zero --gpu a100-pcie-40gb --grid 16 --block 64 --arg n=1024 --counts ast --format json | FileCheck %s --check-prefix=SOURCE
// SOURCE: "per_warp": {
// SOURCE: "load_global": 16,
// SOURCE: "branch": 0,
//
// HIP's compiler is Clang, which takes 0 as 1.
// RUN: sed '/unroll -/d' %s > %t.hip
// RUN: kernelcast predict %t.hip --kernel zero --gpu mi250x-gcd --grid 16 --block 64 --arg n=1024 --counts ast --format json | FileCheck %s --check-prefix=HIP
// HIP: "per_warp": {
// HIP: "load_global": 16,
// HIP: "branch": 17,
// RUN: cp %s %t.negative.hip
// RUN: kernelcast predict %t.negative.hip --kernel negative --gpu mi250x-gcd --grid 16 --block 64 > %t.out 2>&1 || true
// RUN: FileCheck %s --check-prefix=NEGATIVE < %t.out
// NEGATIVE: error: invalid value '-3'; must be positive
#define SUM                                                                    \
  for (int i = 0; i < 16; ++i)                                                 \
    sum += x[i * n + threadIdx.x];                                             \
  x[threadIdx.x] = sum;

__global__ void zero(float *x, int n) {
  float sum = 0;
#pragma unroll 0
  SUM
}
__global__ void negative(float *x, int n) {
  float sum = 0;
#pragma unroll -3
  SUM
}
#define NONE 0
__global__ void of_macro(float *x, int n) {
  float sum = 0;
#pragma unroll NONE
  SUM
}
template <int Times> __global__ void of_template(float *x, int n) {
  float sum = 0;
#pragma unroll Times
  SUM
}
template __global__ void of_template<0>(float *, int);
__global__ void without(float *x, int n) {
  float sum = 0;
  SUM
}
__global__ void one(float *x, int n) {
  float sum = 0;
#pragma unroll 1
  SUM
}
