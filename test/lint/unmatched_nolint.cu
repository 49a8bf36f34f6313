// A begin without an end suppresses nothing and is told of.
//
// RUN: kernelcast lint %s 2>&1 | FileCheck %s
// CHECK: unmatched_nolint.cu:[[#@LINE+4]]:6: warning: unmatched 'NOLINTBEGIN' comment without a subsequent 'NOLINTEND' comment
// CHECK: warning: load of in[2 * i]
__global__ void copy(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // NOLINTBEGIN
  out[i] = in[2 * i];
}

void run(float *a, float *b) { copy<<<65536, 256>>>(a, b); }
