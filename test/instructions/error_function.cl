// erf is a function of its own, whose name ends in f whatever the type is, as
// those of C's functions of float do. In single precision it takes 10
// instructions and a special one, as the table of functions says, not the few
// of a function that nobody knows.
//
// RUN: facts %s --instructions --grid 1 --block 32 | FileCheck %s
// CHECK: instructions fp32 10 {{.*}}sfu 1 load_global 1 store_global 1

__kernel void errors(__global float *x) {
  int i = get_local_id(0);
  x[i] = erf(x[i]);
}
