// As pointers_in_objects.cu, in C, where an assignment is a value.
//
// RUN: facts %s --grid 1 --block 32 | FileCheck %s
// CHECK: kernel assigned modelled
// CHECK: store s.target[get_local_id(0)] global 4 B warps 1 lanes 32 sectors 4 lines 1 transactions 4 exact

__kernel void assigned(__global float *out, int n) {
  struct {
    float a[4];
    __global float *target;
  } s;
  float *p, *q;
  s.target = out;
  s.a[1] = 1;
  q = p = s.a;
  p[n & 3] = 1;
  q = s.a;
  q[n & 1] = 2;
  s.target[get_local_id(0)] = s.a[n & 3];
}
