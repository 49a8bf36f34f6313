// A function that another file defines may execute anything. What it returns is
// unknown, and the kernel is modelled in part. One whose name is a mathematical
// function's is that function.
//
// RUN: kernelcast predict %s --grid 4 --block 64 --format json | FileCheck %s

__device__ double integral(double x);
__device__ int rounds(int n);
extern "C" __device__ double erf(double x);

// CHECK: "name": "elsewhere",
// CHECK: "status": "partial",
// CHECK-NEXT: "reasons": [
// CHECK-NEXT: "call of integral, which has no body at [[#@LINE+2]]:
__global__ void elsewhere(double *out) {
  out[threadIdx.x] = integral(threadIdx.x);
}

// CHECK: "name": "counted_elsewhere",
// CHECK: "status": "partial",
// CHECK-NEXT: "reasons": [
// CHECK-NEXT: "call of rounds, which has no body at [[#@LINE+2]]:
__global__ void counted_elsewhere(int *out) {
  out[threadIdx.x] = rounds(threadIdx.x);
}

// CHECK: "name": "known",
// CHECK: "status": "modelled",
__global__ void known(double *out) {
  out[threadIdx.x] = erf(threadIdx.x);
}
