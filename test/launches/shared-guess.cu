// The launch asks for 4 n bytes of shared memory, and n comes from the command
// line. The million that is assumed of n makes 4 MiB, more than a block can
// have; the guess is then one element of 4 bytes a thread: 128 * 4 = 512 bytes.
//
// RUN: facts %s --gpu rtx-2080-ti | FileCheck %s
// CHECK: launch 8192 1 1 block 128 1 1 shared 512
// CHECK: assumed dynamic shared memory = 512 bytes
//
// What the user gives is taken as it is, and refused where it cannot be.
// RUN: facts %s --gpu rtx-2080-ti --arg n=1024 | FileCheck %s --check-prefix=GIVEN
// GIVEN: launch 8 1 1 block 128 1 1 shared 4096
// RUN: not facts %s --gpu rtx-2080-ti --dynamic-shared 70000 2>&1 | FileCheck %s --check-prefix=MUCH
// MUCH: error: {{.*}}a block needs 70000 bytes of shared memory, rtx-2080-ti allows 65536

#include <stdlib.h>

__global__ void fill(float *out, int n) {
  extern __shared__ float buffer[];
  buffer[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = buffer[threadIdx.x ^ 1];
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  float *out;
  cudaMalloc(&out, 4096);
  fill<<<(n + 127) / 128, 128, n * sizeof(float)>>>(out, n);
}
