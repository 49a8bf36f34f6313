// What the compiler leaves of the source is what a finding is about: accesses
// that the optimised code does not make have none. Each beside its twin, which
// the compiler cannot change.
//
// RUN: kernelcast lint %s > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=CLEAN < %t.txt
//
// The source alone does not know.
// RUN: rm -rf %t.cache
// RUN: kernelcast lint --cache %t.cache %s | diff %t.txt -
// RUN: kernelcast lint --cache %t.cache --counts ast %s | FileCheck %s --check-prefix=SOURCE
// RUN: kernelcast lint --counts ir %s | diff %t.txt -
// RUN: not kernelcast lint --counts sass %s 2>&1 | FileCheck %s --check-prefix=NONE
// SOURCE-DAG: warning:{{.*}}out_of_nothing
// NONE: --counts 'sass': lint hears ast or ir
//
// CLEAN-NOT: warning:{{.*}}out_of_nothing
// CLEAN-NOT: warning:{{.*}}once[

// 32 lanes, 32 bytes apart: as many sectors, where 128 bytes would fill 4.
// The first store is overwritten, and dropped.
__global__ void dropped(int *__restrict__ out_of_nothing, int *last) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out_of_nothing[8 * i] = i;
  last[i] = i;
  out_of_nothing[8 * i] = 2 * i; // NOLINT
}
__global__ void stored(int *__restrict__ out, int *last) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK-DAG: [[#@LINE+1]]:{{[0-9]+}}: warning: store to out[8 * i] touches 32 sectors a warp, 4 would do
  out[8 * i] = i;
  last[i] = i;
}

// The value stays in a register in all rounds, and one store comes after them;
// volatile keeps it in each.
__global__ void kept(int *__restrict__ once, const int *__restrict__ keys) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  once[8 * i] = 0; // NOLINT
  for (int round = 0; round < 500; ++round)
    once[8 * i] ^= keys[round] * round;
}
__global__ void repeated(volatile int *each, const int *keys) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int round = 0; round < 500; ++round)
    // CHECK-DAG: [[#@LINE+1]]:{{[0-9]+}}: warning: store to each[8 * i] touches 32 sectors a warp, 4 would do
    each[8 * i] = keys[round] * round;
}

void run(int *a, int *b) {
  dropped<<<4096, 256>>>(a, b);
  stored<<<4096, 256>>>(a, b);
  kept<<<4096, 256>>>(a, b);
  repeated<<<4096, 256>>>(a, b);
}
