// A loop that the compiler unrolls has no comparisons, no branches and no
// counter, and offsets that its counter alone makes are part of the accesses.
// What the report says of accesses, trips and branches stays the same.
//
// RUN: facts %s --instructions --kernel asked --grid 1 --block 32 --arg n=3 | FileCheck %s --check-prefix=ASKED
// The outer loop stays: its head with the step of the counter, the comparison
// and the branch runs 4 times, of which the last leaves. Of the inner one are
// left 8 * 3 loads and additions, at one address that advances 3 times in the
// outer loop. Four iterations of that share its control (loop_copies.cu).
// Around them: threadIdx.x (other), the addresses of in and out.
//   int (4 + 4 + 3) / 4 + 2 = 4.75   branch 4 / 4   fp32 24
// ASKED: load in[t + k * 256 + c] global 4 B warps 24
// ASKED: loop `k < n` trips `max(n, 0)` mean 3 min 3 max 3 exact
// ASKED: loop `c < 8` trips `8` mean 8 min 8 max 8 exact
// ASKED: instructions fp32 24 int 4.75 load_global 24 store_global 1 branch 1 other 1
//
// RUN: facts %s --instructions --kernel small --grid 1 --block 32 | FileCheck %s --check-prefix=SMALL
// Ten iterations of a load and an addition are unrolled unasked.
// SMALL: instructions fp32 10 int 2 load_global 10 store_global 1 other 1
//
// RUN: facts %s --instructions --kernel large --grid 1 --block 32 | FileCheck %s --check-prefix=LARGE
// A thousand are not: a head of step, comparison and branch runs 1001 times,
// the address advances 1000 times, four iterations at once; two more for the
// first addresses:
//   int (1001 + 1001 + 1000) / 4 + 2 = 752.5   branch 1001 / 4
// LARGE: loop `c < 1000` trips `1000` mean 1000
// LARGE: instructions fp32 1000 int 752.5 load_global 1000 store_global 1 branch 250.25 other 1
//
// RUN: facts %s --instructions --kernel forbidden --grid 1 --block 32 | FileCheck %s --check-prefix=FORBIDDEN
// Ten that the source forbids to unroll: int 11 + 11 + 10 + 2 = 34.
// FORBIDDEN: instructions fp32 10 int 34 load_global 10 store_global 1 branch 11 other 1

__global__ void asked(const float *in, float *out, int n) {
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k++) {
#pragma unroll
    for (int c = 0; c < 8; c++)
      sum += in[t + k * 256 + c];
  }
  out[t] = sum;
}

__global__ void small(const float *in, float *out) {
  int t = threadIdx.x;
  float sum = 0;
  for (int c = 0; c < 10; c++)
    sum += in[t + 32 * c];
  out[t] = sum;
}

__global__ void large(const float *in, float *out) {
  int t = threadIdx.x;
  float sum = 0;
  for (int c = 0; c < 1000; c++)
    sum += in[t + 32 * c];
  out[t] = sum;
}

__global__ void forbidden(const float *in, float *out) {
  int t = threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int c = 0; c < 10; c++)
    sum += in[t + 32 * c];
  out[t] = sum;
}
