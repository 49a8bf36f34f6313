// A multiplication that an addition takes in is one instruction and two
// operations, whether or not the source says fma, and in which spelling. 32
// threads: 2 for the first line, 2 for the second and the third each, 1 for the
// fourth and 1 for the fifth, whose product two others use; the sums of it are 2
// more. The larger one of two numbers is an instruction and no operation.
//
// RUN: kernelcast predict %s --counts ast --grid 1 --block 32 --format json | FileCheck %s
// CHECK: "fp32": 8,
// CHECK: "flops_fp32": 320,

__global__ void operations(float *a, float x, float y) {
  int i = threadIdx.x;
  a[i] = x * a[i] + y;
  a[i + 32] = fmaf(x, a[i + 32], y);
  a[i + 192] = __fmaf_rn(x, a[i + 192], y);
  a[i + 64] = a[i + 64] + x;
  float product = y * a[i + 96];
  a[i + 96] = product;
  a[i + 128] = product + x;
  a[i + 160] = product + y;
  a[i + 224] = fmaxf(x, a[i + 224]);
}
