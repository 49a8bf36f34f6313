// An access of another file's function is shown with the kernel's own call on
// the way there, so that a library's name is not all that one sees; an access
// in the kernel's file is found without.
//
// RUN: kernelcast predict %s --gpu rtx-2080-ti | FileCheck %s
// CHECK: costliest accesses
// CHECK-NEXT: gather.h:2 {{ *}}load  from[32 * i] of in
// CHECK-NEXT: {{^ +}}to[i] = from[32 * i];
// CHECK-NEXT: {{^ +}}through gather() at [[#@LINE+7]]:3
// CHECK: calls_into_headers.cu:[[#@LINE+7]] {{ *}}store
// CHECK-NOT: through

#include "Inputs/gather.h"

__global__ void rows(float *out, const float *in) {
  gather(out, in, blockIdx.x * blockDim.x + threadIdx.x);
  out[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}

void run(float *out, float *in) { rows<<<1024, 256>>>(out, in); }
