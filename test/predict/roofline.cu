// The ceilings of saxpy on an RTX 2080 Ti: 68 SMs at 1.545 GHz with 64 lanes and
// 4 schedulers, 616 GB/s. 2^22 threads are 131072 warps.
//
//   DRAM  131072 * 3 * 128 bytes / 616e9 * 1.545e9 = 126238 cycles
//   slots 131072 warps * (11 instructions / 4) / 68 SMs = 5300.71
//   FP32  131072 * (1 * 32 / 64) / 68 = 963.765
//
// RUN: kernelcast predict %s --counts ast --gpu rtx-2080-ti --grid 16384 --block 256 --arg n=4194304 --model roofline --explain > %t
// RUN: FileCheck %s < %t
// CHECK: bound by DRAM bandwidth
// CHECK: equations of roofline (modern) on rtx-2080-ti
// CHECK: DRAM bandwidth 126238 cycles
// CHECK: issue{{ }}5300.71 cycles
// CHECK: FP32 963.765 cycles
//
// As published: two operations for each of 4194304 threads.
//
//   FP32  8388608 / (2 * 64 * 68) = 963.765
//
// RUN: kernelcast predict %s --counts ast --gpu rtx-2080-ti --grid 16384 --block 256 --arg n=4194304 --model roofline --mode faithful --explain > %t
// RUN: FileCheck %s --check-prefix=FAITHFUL < %t
// FAITHFUL: equations of roofline (faithful) on rtx-2080-ti
// FAITHFUL: DRAM bandwidth 126238 cycles
// FAITHFUL: FP32 963.765 cycles
// FAITHFUL-NOT: issue

__global__ void saxpy(int n, float a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}
