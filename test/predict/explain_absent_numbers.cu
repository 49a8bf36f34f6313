// A number that neither the GPU file nor the user gives, and that the model does
// without, is not among its inputs: the RTX 2080 Ti's file has no bandwidth of
// the L2, nor then has the list. What the user gives is in it.
//
// RUN: kernelcast predict %s --gpu rtx-2080-ti --explain | FileCheck %s --implicit-check-not=bw_L2
// CHECK: inputs of latency-throughput (modern) on rtx-2080-ti
// CHECK: bw 6.16e+11 B/s
// RUN: kernelcast predict %s --gpu rtx-2080-ti --set l2_bandwidth=2e12 --explain | FileCheck %s --check-prefix=GIVEN
// GIVEN: bw 6.16e+11 B/s
// GIVEN-NEXT: bw_L2 2e+12 B/s

__global__ void write(float *x) { x[threadIdx.x] = 1; }
