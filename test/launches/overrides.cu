// Options win over host code, each for what it names.
//
// RUN: facts %s | FileCheck %s --check-prefix=HOST
// HOST: launch 8 1 1 block 128 1 1 shared 512 host-code
// HOST-NEXT: argument n 1024 host-code
// RUN: facts %s --grid 3,2 | FileCheck %s --check-prefix=GRID
// GRID: launch 3 2 1 block 128 1 1 shared 512
// RUN: facts %s --block 64,2 --dynamic-shared 1024 | FileCheck %s --check-prefix=SHARED
// SHARED: launch 8 1 1 block 64 2 1 shared 1024
// 1000 work-items in blocks of 128 are rounded up to 8 blocks; 130 to 2.
// RUN: facts %s --global 130 | FileCheck %s --check-prefix=GLOBAL
// GLOBAL: launch 2 1 1 block 128 1 1 shared 512
// GLOBAL: assumed grid = 2x1x1 (the global size is no multiple of the block
// RUN: facts %s --arg n=77 | FileCheck %s --check-prefix=ARG
// ARG: launch 8 1 1 block 128 1 1 shared 512 host-code
// ARG-NEXT: argument n 77 option
// RUN: facts %s --grid 1 --block 32 | FileCheck %s --check-prefix=BOTH
// BOTH: launch 1 1 1 block 32 1 1 shared 512 option

__global__ void kernel(float *p, int n) {
  extern __shared__ float s[];
  s[threadIdx.x] = p[n];
  p[threadIdx.x] = s[threadIdx.x];
}

void run(float *p) { kernel<<<8, 128, 512>>>(p, 1024); }
