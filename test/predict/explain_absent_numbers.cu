// A number that neither the GPU file nor the user gives, and that the model does
// without, is not among its inputs: the GTX 280 has no L2, and its file no
// bandwidth of one, nor then has the list. What the user gives is in it.
//
// RUN: kernelcast predict %s --gpu gtx-280 --model latency-throughput --explain | FileCheck %s --implicit-check-not=bw_L2
// CHECK: inputs of latency-throughput (modern) on gtx-280
// CHECK: bw 1.417e+11 B/s
// RUN: kernelcast predict %s --gpu gtx-280 --model latency-throughput --set l2_bandwidth=2e12 --explain | FileCheck %s --check-prefix=GIVEN
// GIVEN: bw 1.417e+11 B/s
// GIVEN-NEXT: bw_L2 2e+12 B/s

__global__ void write(float *x) { x[threadIdx.x] = 1; }
