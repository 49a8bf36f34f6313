// Why a condition on floating-point numbers is not known: the load that it
// compares, on either side.
//
// RUN: facts %s --grid 1 --block 32 | FileCheck %s

__global__ void compare(const float *x, float *y, float limit) {
  int i = threadIdx.x;
  // CHECK: branch `x[i] > 0.5f`{{.*}}depends on loaded data (x[i])
  if (x[i] > 0.5f)
    y[i] = sinf(y[i]) + 1;
  // CHECK: branch `0.25f > x[i + 1]`{{.*}}depends on loaded data (x[i + 1])
  if (0.25f > x[i + 1])
    y[i] = sinf(y[i]) + 2;
}
