// Who converts numbers. Each kernel converts one number a thread, so that a
// warp has one such instruction.
//
// Between double and single precision an RTX 3080 waits for its two lanes of
// double precision, an H100, whose double precision is faster than its special
// functions, for these.
// RUN: kernelcast predict %s --kernel narrow --gpu rtx-3080 --grid 1024 --block 256 --explain | FileCheck %s --check-prefix=WIDE
// RUN: kernelcast predict %s --kernel narrow --gpu h100-sxm --grid 1024 --block 256 --explain | FileCheck %s --check-prefix=XU
// RUN: kernelcast predict %s --kernel narrow --gpu rtx-3080 --grid 1024 --block 256 --explain --counts ast | FileCheck %s --check-prefix=WIDE
// RUN: kernelcast predict %s --kernel narrow --gpu h100-sxm --grid 1024 --block 256 --explain --counts ast | FileCheck %s --check-prefix=XU
// WIDE: insts FP64 1 per warp
// WIDE-NOT: insts special functions
// XU-NOT: insts FP64
// XU: insts special functions 1 per warp
//
// Integers become single precision in an ALU from compute capability 8.0 on,
// before it in the units of special functions.
// RUN: kernelcast predict %s --kernel to_float --gpu rtx-2080-ti --grid 1024 --block 256 --explain | FileCheck %s --check-prefix=XU
// RUN: kernelcast predict %s --kernel to_float --gpu rtx-3080 --grid 1024 --block 256 --explain | FileCheck %s --check-prefix=ALU
// RUN: kernelcast predict %s --kernel to_float --gpu rtx-2080-ti --grid 1024 --block 256 --explain --counts ast | FileCheck %s --check-prefix=XU
// RUN: kernelcast predict %s --kernel to_float --gpu rtx-3080 --grid 1024 --block 256 --explain --counts ast | FileCheck %s --check-prefix=ALU
// ALU: insts issue
// ALU-NOT: insts FP64
// ALU-NOT: insts special functions
//
// The way back is the special functions' on both.
// RUN: kernelcast predict %s --kernel to_int --gpu rtx-2080-ti --grid 1024 --block 256 --explain | FileCheck %s --check-prefix=XU
// RUN: kernelcast predict %s --kernel to_int --gpu rtx-3080 --grid 1024 --block 256 --explain | FileCheck %s --check-prefix=XU
//
// A product that is compared with two doubles is converted twice, and compared
// twice: four instructions, 16 cycles of an RTX 3080's double precision each.
// RUN: kernelcast predict %s --kernel clamped --gpu rtx-3080 --grid 65536 --block 256 --explain | FileCheck %s --check-prefix=CLAMPED
// CLAMPED: bound by FP64
// CLAMPED: insts FP64 4 per warp
// CLAMPED: busy FP64 64 cycles per warp
// The functions of CUDA's headers are the same instructions.
// RUN: kernelcast predict %s --kernel rounded --gpu rtx-3080 --grid 1024 --block 256 --explain | FileCheck %s --check-prefix=WIDE
// RUN: kernelcast predict %s --kernel truncated --gpu rtx-3080 --grid 1024 --block 256 --explain | FileCheck %s --check-prefix=XU
// RUN: kernelcast predict %s --kernel from_int --gpu rtx-3080 --grid 1024 --block 256 --explain | FileCheck %s --check-prefix=ALU
__global__ void rounded(float *out, const double *in) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = __double2float_rd(in[i]);
}

__global__ void truncated(int *out, const float *in) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = __float2int_rd(in[i]);
}

__global__ void from_int(float *out, const int *in) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = __int2float_rz(in[i]);
}

__global__ void narrow(float *out, const double *in) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = in[i];
}

__global__ void to_float(float *out, const int *in) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = in[i];
}

__global__ void to_int(int *out, const float *in) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = in[i];
}

__global__ void clamped(float *out, const float *in) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = min(max(in[i] * 3, 0.0), 1.0);
}
