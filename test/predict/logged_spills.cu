// What the compiler's log says of spilled registers moves through the caches. A
// thread stores 1024 bytes and loads 2048. With 255 registers an SM of an A100
// has 256 threads, whose 256 KiB are more than the L1's 192: a fourth of the
// loads goes on to the L2, as all stores do, and the L2 holds what 108 SMs have
// there. Of 2^20 threads that is 2^30 + 2^29 bytes, beside 2^23 of the arrays.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: kernelcast predict k.cu --gpu a100-pcie-40gb --grid 4096 --block 256 --ptxas-log log --explain | FileCheck %s
// CHECK: 255 registers (ptxas)
// CHECK: bytes DRAM 8.38861e+06 bytes
// CHECK: bytes L2 1.619e+09 bytes
// CHECK: spilled registers = 1024 bytes stored and 2048 loaded: the compiler's log
//
// A number that is given takes the place of the log, and nothing is spilled.
// RUN: kernelcast predict k.cu --gpu a100-pcie-40gb --grid 4096 --block 256 --ptxas-log log --registers 255 --explain | FileCheck %s --check-prefix=GIVEN
// GIVEN: bytes L2 8.38861e+06 bytes
// GIVEN-NOT: spilled registers
//
// What is spilled is spilled where most registers are needed: here in a loop
// that each thread goes through eight times, and not in front of it: eight times
// 2^30 + 2^29, beside what a block reads of each row, 1024 bytes and the sector
// behind them, 2^25 + 2^20 in all, and 2^22 of what is written.
// RUN: kernelcast predict loop.cu --gpu a100-pcie-40gb --grid 4096 --block 256 --ptxas-log loop.log --explain | FileCheck %s --check-prefix=LOOP
// LOOP: bytes L2 1.29237e+10 bytes

//--- k.cu
__global__ void scale(float *out, const float *in) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = 2 * in[i];
}
//--- log
ptxas info    : Compiling entry function '_Z5scalePfPKf' for 'sm_80'
ptxas info    : Function properties for _Z5scalePfPKf
    1024 bytes stack frame, 1024 bytes spill stores, 2048 bytes spill loads
ptxas info    : Used 255 registers, 368 bytes cmem[0]
//--- loop.cu
__global__ void sums(float *out, const float *in) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 8; ++k) {
    const float *row = in + (k << 20) + i;
    float a = row[0], b = row[1], c = row[2], d = row[3];
    sum += a * b + c * d + (a - d) * (b - c);
  }
  out[i] = sum;
}
//--- loop.log
ptxas info    : Compiling entry function '_Z4sumsPfPKf' for 'sm_80'
ptxas info    : Function properties for _Z4sumsPfPKf
    1024 bytes stack frame, 1024 bytes spill stores, 2048 bytes spill loads
ptxas info    : Used 255 registers, 368 bytes cmem[0]
