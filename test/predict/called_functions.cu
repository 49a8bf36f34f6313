// A function that stays a call in the compiled kernel does its work all the
// same. The source's reading goes into it, so that it has the counts, even of a
// kernel that is not understood in whole.
//
// RUN: kernelcast predict %s --format json | FileCheck %s
//
// CHECK: "name": "partly_known"
// CHECK: "status": "partial"
// CHECK: "call of elsewhere, which has no body at [[#CALL:]]:
// CHECK: "instructions are counted in the source, since its compiled code cannot be: call of mixed, which is not inlined at [[#CALL+1]]:
// CHECK: "source": "ast"
// An addition and a product 1000 times, and a few for the unknown function.
// CHECK: "fp32": 20{{[0-9][0-9]}},
__device__ float elsewhere(float x);
__device__ __noinline__ float mixed(float x, float y) {
  for (int i = 0; i < 1000; ++i)
    x = (x + y) * y;
  return x;
}
__global__ void partly_known(float *p, float y) {
  float x = elsewhere(p[threadIdx.x]);
  p[threadIdx.x] = mixed(x, y);
}

int main() {
  float *p;
  cudaMalloc(&p, 1024);
  partly_known<<<1, 32>>>(p, 2);
}
