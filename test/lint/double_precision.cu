// Doubles among floats, each beside its fixed twin.
//
// RUN: kernelcast lint %s --checks='-*,kernelcast-double-precision' > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=CLEAN < %t.txt
// CLEAN-NOT: in fixed_
// CLEAN-NOT: in fine_
// CLEAN: 0 errors and 4 warnings in 9 kernels, 1 more suppressed

// 0.5 is a float: compilers multiply floats.
__global__ void fine_exact(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i];
  for (int k = 0; k < 64; ++k)
    x = x * 0.5;
  out[i] = x > 0.5 ? x : 1;
}
__global__ void fixed_inexact(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i];
  for (int k = 0; k < 64; ++k)
    x = x * 0.1f;
  out[i] = x;
}
__global__ void quiet_inexact(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i];
  for (int k = 0; k < 64; ++k)
    x = x * 0.1; // NOLINT
  out[i] = x;
}
// Two operations in a row: the result between them is a double.
__global__ void two(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i];
  for (int k = 0; k < 64; ++k)
    // CHECK-DAG: .cu:[[#@LINE+1]]:17: warning: x * 0.5 + 1.0 is calculated in double precision, one instruction each time, because of a number without the suffix f; floats may give others; {{.*}} [kernelcast-double-precision]
    x = x * 0.5 + 1.0;
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
#define TENTH 0.1
template <typename T> __global__ void instance(T *out, const T *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  T x = in[i];
  for (int k = 0; k < 64; ++k)
    // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: warning: x * TENTH is calculated in double precision
    x = x * TENTH;
  out[i] = x;
}

void run(float *a, double *d) {
  fine_exact<<<4096, 256>>>(a, a + 1048576);
  fixed_inexact<<<4096, 256>>>(a, a + 1048576);
  quiet_inexact<<<4096, 256>>>(a, a + 1048576);
  two<<<4096, 256>>>(a, a + 1048576);
  inexact<<<4096, 256>>>(a, a + 1048576);
  function<<<4096, 256>>>(a, a + 1048576);
  fine_doubles<<<4096, 256>>>(d, d + 1048576);
  fine_sum<<<4096, 256>>>(a, a + 1048576);
  instance<float><<<4096, 256>>>(a, a + 1048576);
}
