// Integer operations of threads, as profilers count them: the index, the guard
// and three addresses. The stack pointer is moved by one more, an IMAD.MOV, up to
// sm_86; on sm_90 it is loaded, and an H100's counter has 5242880, which are five
// a thread. What sm_80 and later load into uniform registers is in no counter of
// threads.
//
// RUN: kernelcast predict %s --gpu rtx-2080-ti,a100-sxm-80gb,rtx-3080,h100-sxm \
// RUN:   --grid 4096 --block 256 --arg n=1048576 --format json \
// RUN:   | FileCheck %s

// CHECK: "gpu": "rtx-2080-ti"
// CHECK: "threads": {
// CHECK: "int": 6291456,
// CHECK: "gpu": "a100-sxm-80gb"
// CHECK: "threads": {
// CHECK: "int": 6291456,
// CHECK: "gpu": "rtx-3080"
// CHECK: "threads": {
// CHECK: "int": 6291456,
// CHECK: "gpu": "h100-sxm"
// CHECK: "threads": {
// CHECK: "int": 5242880,

__global__ void vector_add(int n, const float *a, const float *b, float *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}
