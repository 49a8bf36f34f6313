// A host variable that nobody can know is a symbol: n from atoi has no value. The
// launch then needs one, given by --arg: n = 5000 in blocks of 256 is 20 blocks
// (19 * 256 = 4864 < 5000).
//
// RUN: facts %s --arg n=5000 | FileCheck %s --check-prefix=GIVEN
// GIVEN: kernel kernel modelled
// GIVEN-NEXT: launch 20 1 1 block 256 1 1 shared 0 host-code
// GIVEN-NEXT: argument n 5000 option
// GIVEN-NOT: assumed argument n
//
// Without it the value is assumed, and the ledger says so.
// RUN: facts %s | FileCheck %s --check-prefix=ASSUMED
// ASSUMED: argument n {{[0-9]+}} assumed
// ASSUMED: assumed {{.*}}n = {{[0-9]+}} (
//
// 1e6, 0x10 and 2^20 are numbers: 1000000 / 256 = 3906.25.
// RUN: facts %s --arg n=1e6 | FileCheck %s --check-prefix=MILLION
// MILLION: launch 3907 1 1 block 256
// RUN: facts %s --arg n=0x1000 | FileCheck %s --check-prefix=HEX
// HEX: launch 16 1 1 block 256
// RUN: facts %s --arg n=2^20 | FileCheck %s --check-prefix=POWER
// POWER: launch 4096 1 1 block 256

#include <stdlib.h>

__global__ void kernel(float *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] = 0;
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  float *p;
  cudaMalloc(&p, n * sizeof(float));
  kernel<<<(n + 255) / 256, 256>>>(p, n);
}
