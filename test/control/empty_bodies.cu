// The test of a for or a while begins an iteration, also where a function in
// it makes it long and where no body follows: 8 tests, 7 trips. The unsigned
// counter is 0 in the first iteration and 4294967295 in the test that ends.
//
// RUN: facts %s --grid 1 --block 32 --arg n=7 | FileCheck %s
// CHECK: loop `i++ < same(n)` {{.*}} mean 7 min 7 max 7 exact
// CHECK: loop `j++ < n` {{.*}} mean 7 min 7 max 7 exact
// CHECK: loop `k < same(16)` {{.*}} mean 1 min 1 max 1 exact

__device__ int same(int n) { return n; }

__global__ void emptyBodies(float *out, int n) {
  int i = 0, j = 0;
  while (i++ < same(n))
    ;
  while (j++ < n)
    ;
  for (unsigned k = 0; k < same(16); --k)
    ;
  out[threadIdx.x] = i + j;
}
