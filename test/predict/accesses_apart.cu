// LLVM's look for neighbours takes the square of a basic block's accesses: with
// more than 8,192 of them it is left out, and the kernel says so. The other
// kernel of the file, whose four loads become one, does not.
//
// RUN: kernelcast predict %s --gpu rtx-2080-ti --format json | FileCheck %s
// CHECK: "name": "many"
// CHECK: "sm_75: neighbouring accesses are counted one by one, not as wide ones, since a basic block has more than 8192 accesses"
// CHECK: "name": "few"
// CHECK-NOT: neighbouring accesses are counted one by one

__global__ void many(volatile float *p) {
#define TEN(X) X X X X X X X X X X
#define STORE p[threadIdx.x] = 1;
  TEN(TEN(TEN(TEN(STORE))))
}

__global__ void few(const float4 *in, float *out) {
  const float *of = reinterpret_cast<const float *>(&in[threadIdx.x]);
  out[threadIdx.x] = of[0] + of[1] + of[2] + of[3];
}
