// The kernels of a large file are compiled side by side, in parts of their
// own; what is said of them does not depend on how many threads there were.
// Each has 10 * 10 * 15 additions, and as many loads and stores.
//
// RUN: kernelcast predict %s --format json -j 1 > %t.one
// RUN: kernelcast predict %s --format json -j 3 > %t.three
// RUN: kernelcast predict %s --format json > %t.all
// RUN: cmp %t.one %t.three
// RUN: cmp %t.one %t.all
// RUN: kernelcast lint %s --format json -j 1 > %t.lint
// RUN: kernelcast lint %s --format json -j 3 | cmp - %t.lint
// RUN: FileCheck %s < %t.one
//
// CHECK: "name": "first"
// CHECK: "source": "ir"
// CHECK: "load_global": 1500
// CHECK: "name": "second"
// CHECK: "source": "ir"
// CHECK: "load_global": 1500
// CHECK: "name": "third"
// CHECK: "source": "ir"
// CHECK: "load_global": 1500
#define ONE p[__COUNTER__] += x;
#define TEN(S) S S S S S S S S S S
#define BODY TEN(TEN(ONE ONE ONE ONE ONE ONE ONE ONE ONE ONE ONE ONE ONE ONE ONE))

__global__ void first(volatile float *p, float x) { BODY }
__global__ void second(volatile float *p, float x) { BODY }
__global__ void third(volatile float *p, float x) { BODY }

int main() {
  float *p;
  cudaMalloc(&p, 4501 * sizeof(float));
  first<<<1, 32>>>(p, 1);
  second<<<1, 32>>>(p, 2);
  third<<<1, 32>>>(p, 3);
}
