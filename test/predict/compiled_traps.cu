// What is called in compiled code and has no body there: an assertion, a trap,
// printf and a texture's name. No reason to count in the source.
//
// RUN: kernelcast predict %s --counts ir --format json -o %t.json
// RUN: python3 %S/Inputs/instructions.py %t.json | FileCheck %s
// RUN: FileCheck %s --check-prefix=REASONS < %t.json
// RUN: python3 %S/../report/Inputs/lines.py %t.json | FileCheck %s --check-prefix=LINES
// REASONS-COUNT-4: "reasons": []
#include <cassert>

// Data decides, but what fails is taken not to happen: all warps store.
__global__ void checked(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i];
  assert(x >= 0);
  out[i] = x;
}
// CHECK: checked: ir, fp32 0, load_global 1, store_global 1,
// The comparison and a branch; none of the instructions that prepare the call.
// LINES: checked: ir
// LINES: compiled_traps.cu:[[#@LINE-5]] total {{[1-4]}}

__global__ void trapped(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i];
  if (x < 0)
    __trap();
  out[i] = x;
}
// CHECK: trapped: ir, fp32 0, load_global 1, store_global 1,

// The arguments of printf are stored for it.
__global__ void printing(float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  printf("%d\n", i);
  out[i] = 1;
}
// CHECK: printing: ir, fp32 0, load_global 0, store_global 2,

texture<float, 1> numbers;
__global__ void looked_up(float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = tex1Dfetch(numbers, i) + 1.0f;
}
// CHECK: looked_up: ir, fp32 1,

void run() {
  float *p;
  cudaMalloc(&p, 64 << 20);
  checked<<<4, 256>>>(p, p + 1048576);
  trapped<<<4, 256>>>(p, p + 1048576);
  printing<<<4, 256>>>(p);
  looked_up<<<4, 256>>>(p);
}
