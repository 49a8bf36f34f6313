// Iterations that stand one behind the other in the code share the loop's
// control: with N copies a comparison, a branch, and one addition for the
// counter and each address that moves by a constant, for N iterations.
//
// 64 iterations: a head that runs 65 times with the counter's step and the
// comparison, and a branch; the address advances 64 times. Beside the loop are
// the addresses of a and o.
//
// RUN: facts %s --instructions --kernel by_itself --grid 1 --block 32 --arg n=64 | FileCheck %s --check-prefix=FOUR
// Four copies unasked: int (65 + 65 + 64) / 4 + 2 = 50.5, branch 65 / 4.
// FOUR: instructions fp32 64 int 50.5 load_global 64 store_global 1 branch 16.25 other 1
//
// RUN: facts %s --instructions --kernel asked --grid 1 --block 32 --arg n=64 | FileCheck %s --check-prefix=EIGHT
// int (65 + 65 + 64) / 8 + 2 = 26.25, branch 65 / 8.
// EIGHT: instructions fp32 64 int 26.25 load_global 64 store_global 1 branch 8.125 other 1
//
// RUN: facts %s --instructions --kernel forbidden --grid 1 --block 32 --arg n=64 | FileCheck %s --check-prefix=ONE
// int 65 + 65 + 64 + 2 = 196.
// ONE: instructions fp32 64 int 196 load_global 64 store_global 1 branch 65 other 1
//
// RUN: facts %s --instructions --kernel rest --grid 1 --block 32 | FileCheck %s --check-prefix=REST
// 1003 iterations in copies of four: 250 times four and 3 one by one, so of
// 1003 * 2 + 2 + 1003 additions and comparisons 253 / 1003, and as many of the
// 1004 branches: int 3011 * 253 / 1003 + 2 = 761.504, branch 253.252.
// REST: int 761.{{[0-9]+}} load_global 1003 store_global 1 branch 253.252
//
// RUN: facts %s --instructions --kernel variable_step --grid 1 --block 32 --arg n=64 | FileCheck %s --check-prefix=STEP
// The number of iterations would take a division: no copies. Two iterations of
// 32 each: head 3 times, address twice, int 3 + 3 + 2 + 2 = 10.
// STEP: instructions fp32 2 int 10 load_global 2 store_global 1 branch 3 other 1
//
// RUN: facts %s --instructions --kernel needs_counter --grid 1 --block 32 --arg n=64 | FileCheck %s --check-prefix=COUNTER
// Each copy needs its own counter to convert it: only comparisons are shared,
// int 65 + 65 / 4 + 1 = 82.25.
// COUNTER: instructions fp32 64 int 82.25 store_global 1 branch 16.25 conversion 64 other 1
//
// RUN: facts %s --instructions --kernel wandering --grid 1 --block 32 --arg n=8 | FileCheck %s --check-prefix=WANDERING
// What is shifted moves, and so does how far: no address advances by a constant.
// Each copy needs its counter, and 8 times a mask, a shift and an address: int
// 9 + 9 / 4 + 3 * 8 = 35.25.
// WANDERING: instructions int 35.25 store_global 8 branch 2.25
//
// RUN: facts %s --instructions --kernel 'long_body<29>' --grid 1 --block 32 --arg n=64 | FileCheck %s --check-prefix=FOUR_LONG
// RUN: facts %s --instructions --kernel 'long_body<30>' --grid 1 --block 32 --arg n=64 | FileCheck %s --check-prefix=TWO_LONG
// RUN: facts %s --instructions --kernel 'long_body<64>' --grid 1 --block 32 --arg n=64 | FileCheck %s --check-prefix=TWO_LONG
// RUN: facts %s --instructions --kernel 'long_body<65>' --grid 1 --block 32 --arg n=64 | FileCheck %s --check-prefix=ONE_LONG
// Copies have 140 instructions in all at most. An iteration has a load and its
// sum, its address, the counter, the comparison, the branch, and More: four
// times 35 are as many as fit, and twice 70.
// FOUR_LONG: int 50.5 load_global 64 store_global 1 branch 16.25 other 1
// TWO_LONG: int 99 load_global 64 store_global 1 branch 32.5 other 1
// ONE_LONG: int 196 load_global 64 store_global 1 branch 65 other 1
//
// RUN: facts %s --instructions --kernel data_decides --grid 1 --block 32 | FileCheck %s --check-prefix=DATA
// A loop that data end is asked after each of 16 iterations (a guess), copied or
// not.
// DATA: load_global 17 store_global 1 branch 17 other

__global__ void by_itself(const float *a, float *o, int n) {
  int t = threadIdx.x;
  float s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i * 32 + t];
  o[t] = s;
}

__global__ void asked(const float *a, float *o, int n) {
  int t = threadIdx.x;
  float s = 0;
#pragma unroll 8
  for (int i = 0; i < n; ++i)
    s += a[i * 32 + t];
  o[t] = s;
}

__global__ void forbidden(const float *a, float *o, int n) {
  int t = threadIdx.x;
  float s = 0;
#pragma unroll 1
  for (int i = 0; i < n; ++i)
    s += a[i * 32 + t];
  o[t] = s;
}

__global__ void rest(const float *a, float *o) {
  int t = threadIdx.x;
  float s = 0;
  for (int i = 0; i < 1003; ++i)
    s += a[i * 32 + t];
  o[t] = s;
}

__global__ void variable_step(const float *a, float *o, int n) {
  float s = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    s += a[i];
  o[threadIdx.x] = s;
}

__global__ void needs_counter(float *o, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i)
    s += i;
  o[threadIdx.x] = s;
}

__global__ void wandering(float *o, int n) {
  for (int i = 0; i < n; ++i)
    o[i << (i & 3)] = 1;
}

template <int More>
__global__ void long_body(const float *a, float *o, int n) {
  int t = threadIdx.x;
  float s = 0;
  for (int i = 0; i < n; ++i) {
    s += a[i * 32 + t];
#pragma unroll
    for (int j = 0; j < More; ++j)
      s = s * 0.5f + 1.0f;
  }
  o[t] = s;
}
template __global__ void long_body<29>(const float *, float *, int);
template __global__ void long_body<30>(const float *, float *, int);
template __global__ void long_body<64>(const float *, float *, int);
template __global__ void long_body<65>(const float *, float *, int);

__global__ void data_decides(const float *a, float *o) {
  float s = 0;
  int i = 0;
#pragma unroll 4
  while (a[i] > 0) {
    s += 1;
    ++i;
  }
  o[threadIdx.x] = s;
}
