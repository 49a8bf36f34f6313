// A line that does not compile and looks like a call of the runtime is missing
// from every total of its file. Without main, every function that nobody calls
// is an application of its own.
//
// RUN: kernelcast predict --app %s --gpu gtx-970 --format json > %t
// RUN: FileCheck %s < %t

__global__ void touch(float *x) { x[threadIdx.x] += 1; }

void first(float *d) { touch<<<1, 32>>>(d); }
// CHECK: "entry": "first",
// CHECK: "lower_bound": true,
// CHECK: "missing": [
// CHECK: "line": 19,
// CHECK: "what": "cudaMemcpy(d, nowhere, 4, cudaMemcpyHostToDevice);",
// CHECK-NEXT: "why": "it does not compile here
void second(float *d) {
  touch<<<1, 32>>>(d);
  cudaMemcpy(d, nowhere, 4, cudaMemcpyHostToDevice);
}
// CHECK: "what": "code that does not compile",
// CHECK: "entry": "second",
