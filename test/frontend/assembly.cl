// The vendors' OpenCL compilers take asm(); the language does not have it.
//
// RUN: facts %s --grid 1 --block 32 2>&1 | FileCheck %s
// CHECK-NOT: error
// CHECK: kernel k {{modelled|partial}}
// CHECK: load a[i] {{.*}}sectors 4 lines 1 transactions 4 exact
uint turned(uint x, uint n) {
  uint r;
  asm volatile("shf.l.wrap.b32 %0, %1, %1, %2;" : "=r"(r) : "r"(x), "r"(n));
  return r;
}

__kernel void k(__global uint *a) {
  size_t i = get_global_id(0);
  a[i] = turned(a[i], 5);
}
