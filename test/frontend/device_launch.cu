// A launch from device code is not modelled: the kernel's time leaves it out,
// says so, and makes a total that it enters a lower bound.
//
// RUN: kernelcast predict %s --kernel parent 2>&1 | FileCheck %s
// CHECK-NOT: error
// CHECK: predicted {{ *}}at least
// CHECK-NEXT: without {{ *}}{{[0-9]+:[0-9]+}}: kernel launch from device code
//
// RUN: kernelcast predict %s --app 2>&1 | FileCheck %s --check-prefix APP
// APP: at least
//
// RUN: kernelcast predict %s --kernel child | FileCheck %s --check-prefix CHILD
// CHILD-NOT: at least
__global__ void child(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = i;
}
__global__ void parent(float *a, int n) {
  if (threadIdx.x == 0) { a[0] = 1; child<<<n / 256, 256>>>(a, n); }
}
int main() {
  float *a;
  parent<<<16, 32>>>(a, 4096);
}
