// OpenCL's min() and max() are of every type. Of floating-point numbers they are
// one instruction each of the compiled code, the change of a sign being part of
// it; integers have theirs.
//
// RUN: kernelcast predict %s --format json | FileCheck %s
// CHECK: "name": "floats",
// CHECK: "source": "ir",
// CHECK: "fp32": 2,
// CHECK: "name": "integers",
// CHECK: "source": "ir",
// CHECK: "fp32": 0,
// CHECK: "name": "doubles",
// CHECK: "source": "ir",
// CHECK: "fp32": 0,
__kernel void floats(__global float *p, float l) {
  int i = get_global_id(0);
  p[i] = max(min(p[i], l), -l);
}
__kernel void integers(__global int *p, int l) {
  int i = get_global_id(0);
  p[i] = max(min(p[i], l), 3);
}
__kernel void doubles(__global double *p, double l) {
  int i = get_global_id(0);
  p[i] = max(min(p[i], l), 3.0);
}
