// Divisions by a number of the launch, each beside its fixed twin.
//
// RUN: kernelcast lint %s --checks='-*,kernelcast-slow-division' > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=CLEAN < %t.txt
// CLEAN-NOT: in fixed_
// CLEAN-NOT: in fine_
// CLEAN: 0 errors and 7 warnings in 12 kernels, 1 more suppressed

__global__ void divide(float *out, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < m; ++k)
    // Quotient and remainder are one sequence. Rounding towards 0 takes the
    // sign's bits, an addition and the shift.
    // CHECK-DAG: .cu:[[#@LINE+1]]:18: warning: (i + k) / n takes some 20 instructions; its divisor is the same in all threads and 64, a power of two: as a constant it would take some 3 instructions; {{.*}} [kernelcast-slow-division]
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
    // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}} its divisor is the same in all threads and 64, a power of two: as a constant it would take 1 instruction;
    s += DIVIDE(t, n);
    t %= n;
    s += t;
  }
  out[i] = s;
}

// Of 64 bits: what the compiler tests for is the short way, and nobody knows of
// n that it is not taken.
__global__ void wide(float *out, long n, int m) {
  long i = blockIdx.x * blockDim.x + threadIdx.x;
  long s = i;
  for (int k = 0; k < m; ++k)
    // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: warning: (s + k) / n takes some 23 instructions if both numbers fit into 32 bits, else some 70; its divisor is the same in all threads: as a constant, or prepared once, it would take fewer;
    s += (s + k) / n;
  out[i] = s;
}
// Types tell that the numbers have 32 bits, and so knows the compiler.
__global__ void narrow(float *out, unsigned n, int m) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned s = i;
  for (int k = 0; k < m; ++k)
    // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: warning: size_t(s) / n takes some 20 instructions; its divisor is the same in all threads: as a constant
    s += size_t(s) / n;
  out[i] = s;
}
// Nobody says what n is; the 1024 that is assumed is no power of two of the
// program.
__global__ void guessed(float *out, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = i;
  for (int k = 0; k < m; ++k)
    // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: warning: (i + k) / n takes some 20 instructions; its divisor is the same in all threads: as a constant, or prepared once, it would take a few;
    s += (i + k) / n;
  out[i] = s;
}

// Nor is what the program makes of such a number, here 2048.
__global__ void derived(float *out, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = i;
  for (int k = 0; k < m; ++k)
    // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: warning: (i + k) / n takes some 20 instructions; its divisor is the same in all threads: as a constant, or prepared once, it would take a few;
    s += (i + k) / n;
  out[i] = s;
}
// Compilers know the size of a warp.
__global__ void fine_warps(float *out, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = i;
  for (int k = 0; k < m; ++k)
    s += (s + k) / warpSize;
  out[i] = s;
}

void run(float *a, int size) {
  divide<<<256, 256>>>(a, 64, 16);
  fixed_divide<<<256, 256>>>(a, 16);
  quiet_divide<<<256, 256>>>(a, 64, 16);
  odd<<<256, 256>>>(a, 7, 16);
  fine_lanes<<<256, 256>>>(a, 16);
  fine_floats<<<256, 256>>>(a, 64, 16);
  instance<unsigned><<<256, 256>>>(a, 64, 16);
  wide<<<256, 256>>>(a, 7, 16);
  narrow<<<256, 256>>>(a, 7, 16);
  guessed<<<256, 256>>>(a, size, 16);
  fine_warps<<<256, 256>>>(a, 16);
  derived<<<256, 256>>>(a, 2 * size, 16);
}
