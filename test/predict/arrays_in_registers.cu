// An array of a thread that the compiler keeps in registers is no memory: what the
// source says of its elements is not among the costliest accesses. With the
// source's counts nobody knows.
//
// RUN: kernelcast predict %s --grid 64 --block 256 | FileCheck %s --check-prefixes=BOTH,COMPILED
// RUN: kernelcast predict %s --grid 64 --block 256 --counts ast | tr -s ' ' | FileCheck %s --check-prefixes=BOTH,SOURCE

// BOTH: costliest accesses
// COMPILED-NOT: keys[i + 1] = low
// COMPILED: divergence
// SOURCE: load keys[i + 1] 4.00 sectors a warp, ideal 4 exact
__global__ void odd_even(const int *in, int *out) {
  int keys[40];
  for (int i = 0; i < 6; ++i)
    keys[i] = in[threadIdx.x + 256 * i];
  for (int round = 0; round < 6; ++round)
    for (int i = round & 1; i < 5; i += 2)
      if (keys[i + 1] < keys[i]) {
        int low = keys[i + 1];
        keys[i + 1] = keys[i];
        keys[i] = low;
      }
  for (int i = 0; i < 6; ++i)
    out[threadIdx.x + 256 * i] = keys[i];
}
