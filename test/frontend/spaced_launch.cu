// nvcc takes launches that a formatter has broken up; places stay those of the
// file.
//
// RUN: facts %s 2>&1 | FileCheck %s
// CHECK-NOT: error
// CHECK: kernel k<3> modelled
// CHECK: launch 1024 1 1 block 256 1 1
// RUN: kernelcast predict %s | FileCheck %s --check-prefix PLACE
// PLACE: launch at {{.*}}spaced_launch.cu:14
template <int C> __global__ void k(float *p) {
  p[blockIdx.x * blockDim.x + threadIdx.x] = C;
}
int main() {
  float *p; k<3> << <1024, 256 >> > (p);
}
