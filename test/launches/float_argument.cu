// A float that host code computes from known integers is known: 1024 / 512.0f is
// 2, so that neighbouring lanes read every second float, 32 of them in 256 bytes,
// 8 sectors; of 32768 warps 262144. Without a value for n it is not known.
//
// RUN: kernelcast predict %s --gpu rtx-2080-ti --arg n=1024 --format json | FileCheck %s --check-prefix=KNOWN
// RUN: kernelcast predict %s --gpu rtx-2080-ti --format json | FileCheck %s --check-prefix=UNKNOWN
// KNOWN: "expression": "in[(int)(i * scale)]"
// KNOWN: "sectors": 262144,
// UNKNOWN: "expression": "in[(int)(i * scale)]"
// UNKNOWN: "known": "{{bounded|assumed}}"
//
// A host variable that is in nothing but a float on which no count depends is
// nothing to assume.
// RUN: kernelcast predict %s --kernel filled --gpu rtx-2080-ti --explain | FileCheck %s --check-prefix=UNUSED
// UNUSED: predicted
// UNUSED-NOT: host variable step
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void every(const float *in, float *out, float scale) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = in[(int)(i * scale)];
}

__global__ void filled(float *out, float time) {
  out[blockIdx.x * 256 + threadIdx.x] = time;
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  float *in, *out;
  cudaMalloc(&in, 1 << 23);
  cudaMalloc(&out, 1 << 22);
  every<<<4096, 256>>>(in, out, n / 512.0f);
  for (int step = 0; step < 10; ++step)
    filled<<<4096, 256>>>(out, step * 0.1f);
}
