// A function of the user's that has the name and not the parameters of OpenCL's
// select: nothing is known of what it gives, and nothing breaks.
//
// RUN: kernelcast predict %s --grid 1 --block 32 --arg n=1 --format json | FileCheck %s
// CHECK: "expression": "x[select(t, (int4)n, (int4)t)]"
// CHECK: "known": "bounded"

int __attribute__((overloadable)) select(int a, int4 b, int4 c);

kernel void k(global int *x, int n) {
  int t = get_local_id(0);
  x[select(t, (int4)n, (int4)t)] = 0;
}
