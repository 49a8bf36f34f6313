// The bits of one structure as another of the same parts are the same values:
// the index that came through is known, and 32 lanes store 4 sectors. NaN and
// promises of alignment cost nothing.
//
// RUN: facts %s --grid 1 --block 32 | FileCheck %s
// CHECK: kernel k modelled
// CHECK: load {{.*}}sectors 4 lines 1 transactions 4 exact
// CHECK: store a[q.index] {{.*}}sectors 4 lines 1 transactions 4 exact
struct Pair {
  int index;
  float value;
};
struct Same {
  int index;
  float value;
};

__global__ void k(float *a) {
  float *aligned = (float *)__builtin_assume_aligned(a, 128);
  Pair p{(int)threadIdx.x, aligned[threadIdx.x]};
  Same q = __builtin_bit_cast(Same, p);
  a[q.index] = q.value == 0 ? __builtin_nanf("") : q.value;
}
