// Doubles among floats, each beside its fixed twin.
//
// RUN: kernelcast lint %s --checks='-*,kernelcast-double-precision' > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=CLEAN < %t.txt
// CLEAN-NOT: in fixed_
// CLEAN-NOT: in fine_
// CLEAN: 0 errors and 4 warnings in 8 kernels, 1 more suppressed

__global__ void exact(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i];
  for (int k = 0; k < 64; ++k)
    // CHECK-DAG: .cu:[[#@LINE+1]]:11: warning: x * 0.5 is calculated in double precision, one instruction each time, because of a number without the suffix f; {{.*}} [kernelcast-double-precision]
    x = x * 0.5;
  out[i] = x;
}
__global__ void fixed_exact(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i];
  for (int k = 0; k < 64; ++k)
    x = x * 0.5f;
  out[i] = x;
}
__global__ void quiet_exact(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i];
  for (int k = 0; k < 64; ++k)
    x = x * 0.5; // NOLINT
  out[i] = x;
}
// 0.1 is no float: the result would be another.
__global__ void inexact(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i];
  for (int k = 0; k < 64; ++k)
    // CHECK-DAG: .cu:[[#@LINE+1]]:11: warning: x * 0.1 is calculated in double precision, one instruction each time, because of a number without the suffix f; floats may give others
    x = x * 0.1;
  out[i] = x;
}
// A function of doubles: pow(float, double).
__global__ void function(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}pow{{.*}} is calculated in double precision, some {{[0-9]+}} instructions each time, because of a function of doubles; floats may give others
  out[i] = pow(in[i], 2.5);
}
// What is meant to be double.
__global__ void fine_doubles(double *out, const double *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double x = in[i];
  for (int k = 0; k < 64; ++k)
    x = x * 0.5;
  out[i] = x;
}
__global__ void fine_sum(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double sum = 0;
  for (int k = 0; k < 64; ++k)
    sum += in[i + k];
  out[i] = sum;
}
#define HALF 0.5
template <typename T> __global__ void instance(T *out, const T *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  T x = in[i];
  for (int k = 0; k < 64; ++k)
    // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: warning: x * HALF is calculated in double precision
    x = x * HALF;
  out[i] = x;
}

void run(float *a, double *d) {
  exact<<<4096, 256>>>(a, a + 1048576);
  fixed_exact<<<4096, 256>>>(a, a + 1048576);
  quiet_exact<<<4096, 256>>>(a, a + 1048576);
  inexact<<<4096, 256>>>(a, a + 1048576);
  function<<<4096, 256>>>(a, a + 1048576);
  fine_doubles<<<4096, 256>>>(d, d + 1048576);
  fine_sum<<<4096, 256>>>(a, a + 1048576);
  instance<float><<<4096, 256>>>(a, a + 1048576);
}
