// Instructions of the compiled kernel, a warp of 32 lanes that all take part.
//
// RUN: kernelcast predict %s --counts ir --format json -o %t.json
// RUN: python3 %S/Inputs/instructions.py %t.json | FileCheck %s
// RUN: kernelcast predict %s --counts ast --format json -o %t.ast.json
// RUN: python3 %S/Inputs/instructions.py %t.json --accesses > %t.ir.txt
// RUN: python3 %S/Inputs/instructions.py %t.ast.json --accesses > %t.ast.txt
// RUN: diff %t.ir.txt %t.ast.txt
// RUN: not kernelcast predict %s --counts sas 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: error: --counts 'sas': must be ir, ast or sass

// Eight copies of the body, no loop: 8 loads, 8 additions; the only jump is the
// end of the kernel.
__global__ void unrolled(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 8; ++k)
    sum += in[k * 1024 + i];
  out[i] = sum;
}
// CHECK: unrolled: ir, fp32 8, load_global 8, store_global 1, branch 1

// The load of the factor, which nothing changes, stands in front of the loop:
// 50 + 1 loads, 50 products and stores.
__global__ void hoisted(float *__restrict__ out, const float *__restrict__ in,
                        const float *__restrict__ factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k)
    out[k * 1024 + i] = in[k * 1024 + i] * factor[0];
}
// CHECK: hoisted: ir, fp32 50, load_global 51, store_global 50

// One load of 16 bytes for four members; three additions.
__global__ void wide(float *out, const float4 *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v = in[i];
  out[i] = v.x + v.y + v.z + v.w;
}
// CHECK: wide: ir, fp32 3, load_global 1, store_global 1, branch 1

// A product and a sum are one operation.
__global__ void fused(float *out, const float *a, const float *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a[i] * b[i] + 1.0f;
}
// CHECK: fused: ir, fp32 1, load_global 2, store_global 1, branch 1

void run() {
  float *p;
  cudaMalloc(&p, 64 << 20);
  unrolled<<<4, 256>>>(p, p + 1048576);
  hoisted<<<4, 256>>>(p, p + 1048576, p + 2097152, 50);
  wide<<<4, 256>>>(p, (float4 *)(p + 1048576));
  fused<<<4, 256>>>(p, p + 1048576, p + 2097152);
}
