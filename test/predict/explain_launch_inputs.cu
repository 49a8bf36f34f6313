// --explain lists the first dimension of the grid and of the block always, even
// where it is 1, and of the others those that are more than 1.
//
// RUN: kernelcast predict %s --grid 1 --block 1 --explain | FileCheck %s --check-prefix=ONE
// ONE: inputs of every model
// ONE-NEXT: warp 32 lanes
// ONE-NEXT: grid x 1 block launch as given by options
// ONE-NEXT: block x 1 thread launch as given by options
// ONE-NEXT: registers
//
// RUN: kernelcast predict %s --grid 4,1,3 --block 8,2 --explain | FileCheck %s --check-prefix=MORE
// MORE: inputs of every model
// MORE-NEXT: warp 32 lanes
// MORE-NEXT: grid x 4 blocks launch as given by options
// MORE-NEXT: grid z 3 blocks launch as given by options
// MORE-NEXT: block x 8 threads launch as given by options
// MORE-NEXT: block y 2 threads launch as given by options
// MORE-NEXT: registers

__global__ void write(float *x) { x[threadIdx.x] = 1; }
