// nvcc takes launches that a formatter has broken up; places stay those of the
// file.
//
// RUN: facts %s 2>&1 | FileCheck %s
// CHECK-NOT: error
// CHECK: kernel k<3> modelled
// CHECK: launch 1024 1 1 block 256 1 1
// Only one of the two may be broken up.
// CHECK: kernel k<4> modelled
// CHECK: launch 2 1 1 block 64 1 1
// CHECK: kernel k<5> modelled
// CHECK: launch 3 1 1 block 32 2 1
// RUN: kernelcast predict %s | FileCheck %s --check-prefix PLACE
// PLACE: launch at {{.*}}spaced_launch.cu:19
template <int C> __global__ void k(float *p) {
  p[blockIdx.x * blockDim.x + threadIdx.x] = C;
}
int main() {
  float *p; k<3> << <1024, 256 >> > (p);
  k<4><<<2, 64>> >(p);
  k<5> << <3, {32, 2}>>> (p);
}
