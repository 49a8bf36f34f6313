// Divisions by a number of the launch, each beside its fixed twin.
//
// RUN: kernelcast lint %s --checks='-*,kernelcast-slow-division' > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=CLEAN < %t.txt
// CLEAN-NOT: in fixed_
// CLEAN-NOT: in fine_
// CLEAN: 0 errors and 3 warnings in 7 kernels, 1 more suppressed

__global__ void divide(float *out, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < m; ++k)
    // Quotient and remainder are one sequence.
    // CHECK-DAG: .cu:[[#@LINE+1]]:18: warning: (i + k) / n takes some {{[0-9]+}} instructions; its divisor is the same in all threads and 64, a power of two: as a constant it would take a shift or two; {{.*}} [kernelcast-slow-division]
    s += (i + k) / n + (i + k) % n;
  out[i] = s;
}
__global__ void fixed_divide(float *out, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < m; ++k)
    s += (i + k) / 64 + (i + k) % 64;
  out[i] = s;
}
__global__ void quiet_divide(float *out, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < m; ++k)
    s += (i + k) / n; // NOLINT
  out[i] = s;
}
__global__ void odd(float *out, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = i;
  for (int k = 0; k < m; ++k)
    // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}} its divisor is the same in all threads: as a constant, or prepared once, it would take a few
    s += (i + k) / n;
  out[i] = s;
}
// Each thread divides by another number; floats have an instruction.
__global__ void fine_lanes(float *out, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = 0;
  for (int k = 0; k < m; ++k)
    s += 1000000 / (i + k + 1);
  out[i] = s;
}
__global__ void fine_floats(float *out, float n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < m; ++k)
    s += (i + k) / n;
  out[i] = s;
}
#define DIVIDE(a, b) ((a) / (b))
template <typename T> __global__ void instance(float *out, T n, int m) {
  T i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < m; ++k) {
    T t = i + k;
    // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}} its divisor is the same in all threads
    s += DIVIDE(t, n);
    t %= n;
    s += t;
  }
  out[i] = s;
}

void run(float *a) {
  divide<<<256, 256>>>(a, 64, 16);
  fixed_divide<<<256, 256>>>(a, 16);
  quiet_divide<<<256, 256>>>(a, 64, 16);
  odd<<<256, 256>>>(a, 7, 16);
  fine_lanes<<<256, 256>>>(a, 16);
  fine_floats<<<256, 256>>>(a, 64, 16);
  instance<unsigned><<<256, 256>>>(a, 64, 16);
}
