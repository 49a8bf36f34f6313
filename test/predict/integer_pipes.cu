// From compute capability 7.0 on two pipelines execute integers: products, sums
// and addresses either of them, comparisons and logic the ALU alone. The ALU gets
// what only it can execute, and at least half of all.
//
// 64 multiply-adds and an address: half of 65.
// RUN: kernelcast predict %s --kernel products --gpu h200 --grid 1 --block 32 --explain | FileCheck %s --check-prefix=HALF
// HALF: insts integer 32.5 per warp, on the ALU
//
// 64 rounds of an exclusive or, a maximum and a comparison: 192, and one in front
// of the loop. The counter's sum and the address are the other pipeline's.
// RUN: kernelcast predict %s --kernel largest --gpu h200 --grid 1 --block 32 --arg rounds=64 --explain | FileCheck %s --check-prefix=LOGIC
// LOGIC: insts integer 193 per warp, on the ALU
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

__global__ void largest(int *o, int rounds, int bits) {
  int x = threadIdx.x;
#pragma unroll 1
  for (int i = 0; i < rounds; i++)
    x = max(x ^ bits, i);
  o[threadIdx.x] = x;
}
