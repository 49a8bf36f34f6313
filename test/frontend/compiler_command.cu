// The command with which clang-19 parses the file as it is parsed here: nvcc's
// options translated, the prelude in place. Clang runs it, and sees N.
//
// RUN: kernelcast predict %s --print-compiler-command -- -DN=4 -arch=sm_80 -Xptxas -v > %t
// RUN: FileCheck %s < %t
// CHECK: "arguments": [
// CHECK-NEXT: "clang-19",
// CHECK-NEXT: "-cc1",
// CHECK: "-target-cpu",
// CHECK-NEXT: "sm_80",
// CHECK-NOT: ptxas
// CHECK: "-fsyntax-only",
// CHECK: "-D",
// CHECK-NEXT: "N=4",
// CHECK: "directory": "/
// CHECK: "file": "{{.*}}compiler_command.cu"
//
// RUN: python3 %S/Inputs/run_commands.py %t 2>&1 | FileCheck --check-prefix CLANG %s
// CLANG-NOT: error:
// CLANG: compiler_command.cu:{{[0-9]+}}:15: error: static assertion failed{{.*}}4 != 4
// CLANG-NOT: error:
// CLANG: exit status 1

#include <cuda_runtime.h>

__global__ void scale(float *x) {
  x[blockIdx.x * blockDim.x + threadIdx.x] *= N;
}
static_assert(N != 4);
