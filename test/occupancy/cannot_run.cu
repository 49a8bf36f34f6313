// What cannot be launched has no time, whatever the device has: more than 48 KiB
// of static shared memory, which the compiler refuses, and a block over the
// kernel's launch bounds. Dynamic shared memory over 48 KiB needs the host's
// leave. The A100 has 164 KiB for a block of any kind.
//
// RUN: kernelcast predict %s --gpu a100-pcie-40gb --kernel fits | FileCheck %s --check-prefix FITS
// FITS: predicted
// FITS-NOT: cudaFuncAttribute
// RUN: kernelcast predict %s --gpu a100-pcie-40gb --kernel over | FileCheck %s --check-prefix OVER
// OVER-NOT: predicted
// OVER: this launch would fail: shared: the kernel declares 49156 bytes of static shared memory, 49152 are
// RUN: not kernelcast predict %s --gpu a100-pcie-40gb --kernel bounded --block 256 2>&1 | FileCheck %s --check-prefix BOUND
// BOUND: error: threads: a block of 256 threads exceeds the 128 threads of the kernel's launch bounds
// RUN: kernelcast predict %s --gpu a100-pcie-40gb --kernel dynamic --dynamic-shared 49156 --explain | FileCheck %s --check-prefix OPT
// OPT: predicted
// OPT: shared memory of a block = 49156 bytes: more than the 48 KiB
// OPT-NEXT: cudaFuncAttributeMaxDynamicSharedMemorySize
// RUN: kernelcast predict %s --gpu a100-pcie-40gb --kernel dynamic --dynamic-shared 49152 --explain | FileCheck %s --check-prefix NOOPT
// NOOPT-NOT: cudaFuncAttribute
__global__ void fits(float *p) {
  __shared__ float part[12288];
  part[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = part[threadIdx.x ^ 1];
}
__global__ void over(float *p) {
  __shared__ float part[12289];
  part[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = part[threadIdx.x ^ 1];
}
__global__ void __launch_bounds__(128) bounded(float *p) { p[threadIdx.x] = 1; }
__global__ void dynamic(float *p) {
  extern __shared__ float part[];
  part[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = part[threadIdx.x ^ 1];
}
