// What __CUDA_ARCH__ says is the GPU's where no argument says it; of several
// GPUs, that of the one with the lowest.
//
// RUN: kernelcast predict %s --gpu a100 --grid 4 --block 64 --counts ast | FileCheck %s --check-prefixes=NEW
// RUN: kernelcast predict %s --gpu v100 --grid 4 --block 64 --counts ast | FileCheck %s --check-prefixes=OLD
// RUN: kernelcast predict %s --gpu a100,v100 --grid 4 --block 64 --counts ast | FileCheck %s --check-prefixes=OLD
// RUN: kernelcast predict %s --gpu a100 --grid 4 --block 64 --counts ast -- -arch=sm_75 | FileCheck %s --check-prefixes=OLD
// RUN: kernelcast predict %s --gpu w6600 --grid 4 --block 64 --counts ast | FileCheck %s --check-prefixes=OLD
//
// NEW: store a[threadIdx.x]
// NEW-NOT: store b
// OLD: store b[threadIdx.x]
// OLD-NOT: store a
__global__ void branches(float *a, float *b) {
#if __CUDA_ARCH__ >= 800
  a[threadIdx.x] = 1;
#else
  b[threadIdx.x] = 1;
#endif
}
