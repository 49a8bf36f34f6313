// Without a launch in the file a documented one is assumed, 2^20 threads in
// blocks of 256, or of as many as __launch_bounds__ allows; the ledger says so.
// 2^20 / 256 = 4096; 2^20 / 64 = 16384.
//
// RUN: facts %s | FileCheck %s
// CHECK: kernel nothing
// CHECK-NEXT: launch 4096 1 1 block 256 1 1 shared 0 assumed
// CHECK-NEXT: assumed block = 256x1x1 (no launch was found; give --block)
// CHECK-NEXT: assumed grid = 4096x1x1 (no launch was found; give --grid)
// CHECK: kernel bounded
// CHECK-NEXT: launch 16384 1 1 block 64 1 1 shared 0 assumed
//
// What is given is not assumed.
// RUN: facts %s --kernel nothing --grid 4 --block 64 | FileCheck %s --check-prefix=GIVEN
// GIVEN: launch 4 1 1 block 64 1 1 shared 0 option
// GIVEN-NOT: assumed {{block|grid}} =

__global__ void nothing(float *p) {
  p[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}

__global__ void __launch_bounds__(64) bounded(float *p) {
  p[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}
