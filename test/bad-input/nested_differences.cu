// Each value is a difference of the last two: what is subtracted is asked for a
// base once, not twice as often at every step; also around a loop.
//
// RUN: cd %S && timeout 60 kernelcast predict nested_differences.cu | FileCheck %s
// CHECK: nested {{.*}}nested_differences.cu
// CHECK: predicted
// CHECK: around {{.*}}nested_differences.cu
// CHECK: predicted
#define S x = x - (x ^ y); x = (y | 1) - (x | 3);
#define S4 S S S S
#define S16 S4 S4 S4 S4
#define S64 S16 S16 S16 S16
__global__ void nested(char *p, long y, long x) {
  S64 S64
  p[x] = 1;
}
__global__ void around(char *p, long y, int n) {
  long x = 0;
  for (int i = 0; i < n; i++)
    x = y - x;
  p[x] = 1;
  char *q = p;
  for (int i = 0; i < n; i++) {
    q = q - (y - (q - p));
    *q = 1;
  }
}
