// A processor that the compiler does not know yet is compiled for as the newest
// before it of its family, and the kernel says so, in text as in JSON. One that it
// knows has nothing to say.
//
// RUN: kernelcast predict %s --gpu b200 | FileCheck %s --check-prefix=B200
// RUN: kernelcast predict %s --gpu rtx-5090 --format json | FileCheck %s --check-prefix=CONSUMER
// RUN: kernelcast predict %s --gpu mi355x | FileCheck %s --check-prefix=AMD
// RUN: kernelcast predict %s --gpu h100,mi300x,rx-9070-xt --format json | FileCheck %s --check-prefix=KNOWN
//
// B200: note: instructions and registers are those of code for sm_90
// B200-SAME: since the compiler here
// CONSUMER: "instructions and registers are those of code for sm_90{{a?}}, since the compiler here knows no sm_120"
// AMD: note: instructions and registers are those of code for gfx942
// KNOWN-NOT: since the compiler here

__global__ void copy(float *to, const float *from) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[i];
}
