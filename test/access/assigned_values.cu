// The value of an assignment is what was assigned: nobody reads it back, unless
// the object is volatile.
//
// RUN: facts %s --grid 1 --block 32 | FileCheck %s
// CHECK:      store c[t]
// CHECK-NEXT: store b[t]
// CHECK-NEXT: store a[t]
// CHECK-NEXT: load a[t]
// CHECK-NEXT: store a[t]
// CHECK-NEXT: store b[t]
// CHECK-NEXT: load c[t]
// CHECK-NEXT: store c[t]
// CHECK-NEXT: store b[t]
// CHECK-NEXT: store v[t]
// CHECK-NEXT: load v[t]
// CHECK-NEXT: store a[t]
// CHECK-NOT:  {{^(load|store) }}

__global__ void chains(int *a, int *b, int *c, volatile int *v) {
  int t = threadIdx.x;
  a[t] = b[t] = c[t] = t;
  b[t] = a[t] += 2;
  b[t] = ++c[t];
  a[t] = v[t] = t;
}
