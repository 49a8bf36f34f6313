// The fix of a missing promise, applied; the fixed file has no such finding any
// more. One operation of floats with a float compiles to one of floats, whatever
// the literal's type: there is nothing to find. 0.1 is no float, and no fix is
// proved.
//
// RUN: cp %s %t.cu
// RUN: kernelcast lint %t.cu --model mwp-cwp --fix --min-gain 0 \
// RUN:   --checks='-*,kernelcast-double-precision,kernelcast-missing-restrict' \
// RUN:   | FileCheck %s
// RUN: not diff %s %t.cu > %t.diff
// RUN: FileCheck %s --check-prefix=DIFF < %t.diff
// RUN: kernelcast lint %t.cu --model mwp-cwp --min-gain 0 \
// RUN:   --checks='-*,kernelcast-double-precision,kernelcast-missing-restrict' \
// RUN:   | FileCheck %s --check-prefix=FIXED
// CHECK: 0 errors and 2 warnings in 4 kernels
// FIXED: .cu:[[#@LINE+13]]:{{[0-9]+}}: warning: in[i] * 0.1 is calculated in double precision
// FIXED: 0 errors and 1 warning in 4 kernels

__global__ void literal(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] > 0.5 ? 2.0f : 1.0f;
}
__global__ void quotient(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] / 3.0;
}
__global__ void inexact(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] * 0.1;
}
// DIFF: < __global__ void promised(float *out, const float *scale, int n) {
// DIFF: > __global__ void promised(float *out, const float *__restrict__ scale, int n) {
// DIFF-NOT: {{^[<>]}}
__global__ void promised(float *out, const float *scale, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k)
    out[k * 65536 + i] = scale[32 * i];
}

void run() {
  float *a, *b;
  cudaMalloc(&a, 65536 * 32 * sizeof(float));
  cudaMalloc(&b, 65536 * 32 * sizeof(float));
  literal<<<4096, 256>>>(a, b);
  quotient<<<4096, 256>>>(a, b);
  inexact<<<4096, 256>>>(a, b);
  promised<<<256, 256>>>(a, b, 16);
}
