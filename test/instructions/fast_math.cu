// What -use_fast_math makes of functions of single precision, and that it leaves
// double precision alone. Each kernel loads and stores once or twice; around
// the function are threadIdx.x (other) and an address for each array.
//
//                        accurate              approximate
//   x / y                6 fp32 1 sfu 1 int    1 fp32 1 sfu
//   1 / x                the same              1 sfu
//   sqrtf(x)             5 fp32 1 sfu 2 int    1 sfu
//   expf(x)              6 fp32 1 sfu 2 int    1 fp32 1 sfu
//   logf(x)              15 fp32 11 int        1 fp32 1 sfu
//   powf(x, y)           40 fp32 1 sfu 25 int  1 fp32 2 sfu
//   exp(x), double       16 fp64 10 int        the same
//
// RUN: facts %s --instructions --kernel quotient --grid 1 --block 32 | FileCheck %s --check-prefix=QUOTIENT
// RUN: facts %s --instructions --kernel quotient --grid 1 --block 32 -- -use_fast_math | FileCheck %s --check-prefix=FAST-QUOTIENT
// QUOTIENT: instructions fp32 6 int 4 sfu 1 load_global 2 store_global 1 other 1
// FAST-QUOTIENT: instructions fp32 1 int 3 sfu 1 load_global 2 store_global 1 other 1
//
// RUN: facts %s --instructions --kernel reciprocal --grid 1 --block 32 -- --use_fast_math | FileCheck %s --check-prefix=RECIPROCAL
// RUN: facts %s --instructions --kernel root --grid 1 --block 32 -- -ffast-math | FileCheck %s --check-prefix=RECIPROCAL
// RECIPROCAL: instructions int 2 sfu 1 load_global 1 store_global 1 other 1
//
// RUN: facts %s --instructions --kernel root --grid 1 --block 32 | FileCheck %s --check-prefix=ROOT
// ROOT: instructions fp32 5 int 4 sfu 1 load_global 1 store_global 1 other 1
//
// RUN: facts %s --instructions --kernel exponential --grid 1 --block 32 | FileCheck %s --check-prefix=EXP
// RUN: facts %s --instructions --kernel exponential --grid 1 --block 32 -- -use_fast_math | FileCheck %s --check-prefix=FAST-EXP
// EXP: instructions fp32 6 int 4 sfu 1 load_global 1
// FAST-EXP: instructions fp32 1 int 2 sfu 1 load_global 1
//
// RUN: facts %s --instructions --kernel logarithm --grid 1 --block 32 | FileCheck %s --check-prefix=LOG
// RUN: facts %s --instructions --kernel logarithm --grid 1 --block 32 -- -use_fast_math | FileCheck %s --check-prefix=FAST-EXP
// LOG: instructions fp32 15 int 13 load_global 1
//
// RUN: facts %s --instructions --kernel power --grid 1 --block 32 -- -use_fast_math | FileCheck %s --check-prefix=FAST-POWER
// FAST-POWER: instructions fp32 1 int 3 sfu 2 load_global 2
//
// RUN: facts %s --instructions --kernel of_doubles --grid 1 --block 32 | FileCheck %s --check-prefix=DOUBLE
// RUN: facts %s --instructions --kernel of_doubles --grid 1 --block 32 -- -use_fast_math | FileCheck %s --check-prefix=DOUBLE
// DOUBLE: instructions fp64 16 int 12 load_global 1
//
// The compiled code has them, too: x^y = 2^(y lg x) is one multiplication in
// each of 32 threads, and 60 operations where it is to be accurate.
// RUN: kernelcast predict %s --kernel power --grid 1 --block 32 --format json | FileCheck %s --check-prefix=COMPILED
// RUN: kernelcast predict %s --kernel power --grid 1 --block 32 --format json -- -use_fast_math | FileCheck %s --check-prefix=FAST-COMPILED
// COMPILED: "flops_fp32": 1920
// FAST-COMPILED: "flops_fp32": 32,
//
// On the way of ordinary numbers are 14 multiply-adds and an addition, the 16th
// instruction compares: 32 threads * 29 operations.
// RUN: kernelcast predict %s --kernel of_doubles --grid 1 --block 32 --format json | FileCheck %s --check-prefix=FLOPS
// FLOPS: "flops_fp64": 928

// Nothing brings the number near zero for both of them: a product each, by
// 1 / (2 pi), and one of the results.
// RUN: kernelcast predict %s --kernel turned --grid 1 --block 32 --format json -- -use_fast_math | FileCheck %s --check-prefix=TURNED
// TURNED: "flops_fp32": 96,

__global__ void quotient(const float *x, const float *y, float *o) {
  int i = threadIdx.x;
  o[i] = x[i] / y[i];
}

__global__ void reciprocal(const float *x, float *o) {
  int i = threadIdx.x;
  o[i] = 1 / x[i];
}

__global__ void root(const float *x, float *o) {
  int i = threadIdx.x;
  o[i] = sqrtf(x[i]);
}

__global__ void exponential(const float *x, float *o) {
  int i = threadIdx.x;
  o[i] = expf(x[i]);
}

__global__ void logarithm(const float *x, float *o) {
  int i = threadIdx.x;
  o[i] = logf(x[i]);
}

__global__ void power(const float *x, const float *y, float *o) {
  int i = threadIdx.x;
  o[i] = powf(x[i], y[i]);
}

__global__ void of_doubles(const double *x, double *o) {
  int i = threadIdx.x;
  o[i] = exp(x[i]);
}

__global__ void turned(const float *x, float *o) {
  int i = threadIdx.x;
  o[i] = sinf(x[i]) * cosf(x[i]);
}
