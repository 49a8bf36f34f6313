// Where a file lies says nothing about its functions. atomicFirst and clampTo
// are the user's own, though their names begin like those of the hardware's
// functions and ours lie in a folder with a similar name: they are inlined, and
// the one access of each is seen. One warp, t of 32 lanes, 4 bytes each:
//   load p[i] 4 sectors, atomic none, store out[t] 4 sectors
//
// RUN: rm -rf %t && mkdir -p %t/plain %t/kernelcast-x
// RUN: cp %s %t/plain/k.cu && cp %s %t/kernelcast-x/k.cu
// RUN: cd %t && kernelcast predict plain/k.cu --grid 1 --block 32 \
// RUN:   --format json > plain.json
// RUN: cd %t && kernelcast predict kernelcast-x/k.cu --grid 1 --block 32 \
// RUN:   --format json | sed s/kernelcast-x/plain/g > named.json
// RUN: diff %t/plain.json %t/named.json
//
// RUN: facts %t/kernelcast-x/k.cu --grid 1 --block 32 | FileCheck %s \
// RUN:   --implicit-check-not=atomic
// CHECK: load p[i] global 4 B warps 1 lanes 32 sectors 4
// CHECK: store out[t] global 4 B warps 1 lanes 32 sectors 4

__device__ int atomicFirst(const int *p, int i) { return p[i]; }

__device__ int clampTo(int x, int high) { return x < high ? x : high; }

__global__ void named(const int *in, int *out) {
  int t = threadIdx.x;
  out[t] = clampTo(atomicFirst(in, t), 7);
}
