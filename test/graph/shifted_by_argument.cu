// The value of an argument decides which threads meet. Thread i of 4 blocks of
// 64 writes a[i] and reads a[i + n]: beyond 255 nobody writes; with 255 thread 0
// reads what the last thread of the last block writes, with 1 each thread what
// its neighbour writes, the last one of a block what the next block does.
//
// RUN: kernelcast graph %s --what pdg --format text --grid 4 --block 64 --arg n=256 | FileCheck %s --check-prefix=BEYOND
// BEYOND: shifted
// BEYOND-NOT: {{ a (perhaps )?by}}
// RUN: kernelcast graph %s --what pdg --format text --grid 4 --block 64 --arg n=255 | FileCheck %s --check-prefix=LAST
// LAST-NOT: {{ a (perhaps )?by (one|two threads)}}
// LAST: {{ a by two blocks}}
// LAST-NOT: {{ a (perhaps )?by (one|two threads)}}
// RUN: kernelcast graph %s --what pdg --format text --grid 4 --block 64 --arg n=1 | FileCheck %s --check-prefix=NEXT
// NEXT-NOT: {{ a (perhaps )?by one}}
// NEXT: {{ a by two threads of a block}}
// NEXT-NEXT: {{ a by two blocks}}
// NEXT-NOT: {{ a (perhaps )?by one}}
// RUN: kernelcast graph %s --what pdg --format text --grid 4 --block 64 --arg n=0 | FileCheck %s --check-prefix=OWN
// OWN: {{ a by one thread}}
// OWN-NOT: {{ a (perhaps )?by two}}

__global__ void shifted(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = a[i + n];
}
