// From compute capability 7.0 on two pipelines execute integers: products that of
// multiply-adds, logic the ALU, sums either of them. The busier one counts. What
// utils/measure reads on an H100 agrees: 64 products or shifts a cycle and
// multiprocessor, and 126 sums.
//
// 64 products with sums on the way, and an address for either.
// RUN: kernelcast predict %s --kernel products --gpu h200 --grid 1 --block 32 --explain | FileCheck %s --check-prefix=PRODUCTS
// PRODUCTS: insts integer 64 per warp, on one pipeline
//
// 64 products and as many exclusive ors by turns: 64, and half an address.
// RUN: kernelcast predict %s --kernel both --gpu h200 --grid 1 --block 32 --explain | FileCheck %s --check-prefix=BOTH
// BOTH: insts integer 64.5 per warp
//
// 64 masks and 64 shifts by what a thread has; the sums go to the other one.
// RUN: kernelcast predict %s --kernel shifts --gpu h200 --grid 1 --block 32 --explain | FileCheck %s --check-prefix=SHIFTS
// RUN: kernelcast predict %s --kernel shifts --gpu h200 --grid 1 --block 32 --explain --counts ast | FileCheck %s --check-prefix=SHIFTS
// SHIFTS: insts integer 128 per warp
//
// 64 rounds of an exclusive or, a maximum and a comparison: 192, and one in front
// of the loop. The counter's sum and the address are the other pipeline's.
// RUN: kernelcast predict %s --kernel largest --gpu h200 --grid 1 --block 32 --arg rounds=64 --explain | FileCheck %s --check-prefix=LOGIC
// LOGIC: insts integer 193 per warp
//
// Pascal has one pipeline, and an instruction more for the address; consumer
// Blackwell has all lanes for integers.
// RUN: kernelcast predict %s --kernel products --gpu gtx-1080-ti --grid 1 --block 32 --explain | FileCheck %s --check-prefix=PASCAL
// PASCAL: insts integer 66 per warp
// RUN: kernelcast predict %s --kernel products --gpu rtx-5080 --grid 1 --block 32 --explain | FileCheck %s --check-prefix=BLACKWELL
// BLACKWELL: insts integer 65 per warp

__global__ void products(int *o, int a) {
  int x = threadIdx.x;
  for (int i = 0; i < 64; i++)
    x = x * x + a;
  o[threadIdx.x] = x;
}

__global__ void both(int *o, int bits) {
  int x = threadIdx.x;
  for (int i = 0; i < 64; i++)
    x = (x * x) ^ bits;
  o[threadIdx.x] = x;
}

__global__ void shifts(int *o, unsigned a) {
  unsigned x = threadIdx.x;
  for (int i = 0; i < 64; i++)
    x = (a >> (x & 31)) + x;
  o[threadIdx.x] = x;
}

__global__ void largest(int *o, int rounds, int bits) {
  int x = threadIdx.x;
#pragma unroll 1
  for (int i = 0; i < rounds; i++)
    x = max(x ^ bits, i);
  o[threadIdx.x] = x;
}
