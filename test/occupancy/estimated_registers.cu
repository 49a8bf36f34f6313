// What the estimate of registers is made of, beside 6 of overhead and rounding
// to an even number.
//
// A local array in registers: the 64 elements of `sum` live through the loop.
// With them the address (2), the counter, threadIdx.x, the sample, its power
// and the next power: 64 + 7 + 6 = 77.
// RUN: facts %s --kernel moments --grid 1 --block 32 | FileCheck %s --check-prefix=ARRAY
// ARRAY: registers 78 ast
//
// 25 warps get registers like 28, by fours: 65536 / 28 = 2340 for each, in units
// of 256 are 2304, 72 for a lane.
// RUN: facts %s --kernel moments --grid 1 --block 800 | FileCheck %s --check-prefix=FITS
// FITS: assumed registers per thread = 72 (the most with which a block fits)
//
// With 16 elements the body is small enough for two copies, so that one more
// sample is in flight: 16 + 7 + 1 + 6 = 30.
// RUN: facts %s --kernel few --grid 1 --block 32 | FileCheck %s --check-prefix=FEW
// FEW: registers 30 ast
//
// The address (2), the counter, threadIdx.x, the sum and the loaded value:
// 6 + 6 = 12. With four copies three more values are in flight: 15.
// RUN: facts %s --kernel rolled --grid 1 --block 32 | FileCheck %s --check-prefix=ROLLED
// ROLLED: registers 12 ast
// RUN: facts %s --kernel copied --grid 1 --block 32 | FileCheck %s --check-prefix=COPIED
// COPIED: registers 16 ast
//
// A stride that is not known takes a division to count the iterations: no
// copies, as in `rolled`; the stride is an operand from the constant bank.
// RUN: facts %s --kernel strided --grid 1 --block 32 | FileCheck %s --check-prefix=STRIDED
// STRIDED: registers 12 ast

template <int Count>
__device__ void accumulate(const float *in, float *out, int n) {
  float sum[Count];
#pragma unroll
  for (int k = 0; k < Count; ++k)
    sum[k] = 0;
  for (int i = 0; i < n; ++i) {
    float value = in[i * 32 + threadIdx.x], power = value;
#pragma unroll
    for (int k = 0; k < Count; ++k) {
      sum[k] += power;
      power *= value;
    }
  }
#pragma unroll
  for (int k = 0; k < Count; ++k)
    out[k * 32 + threadIdx.x] = sum[k];
}

__global__ void moments(const float *in, float *out, int n) {
  accumulate<64>(in, out, n);
}
__global__ void few(const float *in, float *out, int n) {
  accumulate<16>(in, out, n);
}

__global__ void rolled(const float *in, float *out, int n) {
  float sum = 0;
#pragma unroll 1
  for (int i = 0; i < n; ++i)
    sum += in[i * 32 + threadIdx.x];
  out[threadIdx.x] = sum;
}

__global__ void copied(const float *in, float *out, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += in[i * 32 + threadIdx.x];
  out[threadIdx.x] = sum;
}

__global__ void strided(const float *in, float *out, int n, int stride) {
  float sum = 0;
  for (int i = 0; i < n; i += stride)
    sum += in[i * 32 + threadIdx.x];
  out[threadIdx.x] = sum;
}
