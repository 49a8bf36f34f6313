// A size that both sides of a condition set, one of them to a number and the
// other to what nobody can see, is taken to be the number.
//
// RUN: facts %s | FileCheck %s
// CHECK: launch 48 1 1 block 32 1 1
// CHECK-NEXT: argument n 48 host-code
// CHECK-NEXT: assumed host variable n = 48 (its default in host code; give --arg n=...)
// CHECK: launch 24 1 1 block 32 1 1
// CHECK-NEXT: argument n 24 host-code
// CHECK-NEXT: assumed host variable n = 24 (its default in host code; give --arg n=...)

__global__ void touch(float *x) { x[threadIdx.x] += 1; }
bool large();
int asked();

void number_first(float *d) {
  int n;
  if (large())
    n = 48;
  else
    n = asked();
  touch<<<n, 32>>>(d);
}

void number_second(float *d) {
  int n;
  if (large())
    n = asked();
  else
    n = 24;
  touch<<<n, 32>>>(d);
}
