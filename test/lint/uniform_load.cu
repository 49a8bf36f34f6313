// One address for all threads. The model is one that lets the busiest unit decide,
// here the one that loads: an iteration is little else.
//
// RUN: kernelcast lint %s --checks='-*,kernelcast-uniform-load' \
// RUN:   --model roofline > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=CLEAN < %t.txt
// CLEAN-NOT: in fixed_
// CLEAN-NOT: in fine_
// CLEAN: 0 errors and 2 warnings in 9 kernels, 1 more suppressed

// 4096 floats are 16 KiB.
__global__ void polynomial(float *out, const float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < n; ++k)
    // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: warning: load of c[k] is one address for all threads, of an array that the kernel only reads; it touches 16 KiB of it, which constant memory has room for; {{.*}} [kernelcast-uniform-load]
    s = s * i + c[k];
  out[i] = s;
}
__constant__ float coefficients[4096];
__global__ void fixed_polynomial(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < n; ++k)
    s = s * i + coefficients[k];
  out[i] = s;
}
__global__ void quiet_polynomial(float *out, const float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < n; ++k)
    s = s * i + c[k]; // NOLINT(kernelcast-*)
  out[i] = s;
}
// One address for a block, but each block has another.
__global__ void fine_block(float *out, const float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < n; ++k)
    s = s * i + c[blockIdx.x * n + k];
  out[i] = s;
}
// 128 KiB are more than constant memory has.
__global__ void fine_large(float *out, const float *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < 32768; ++k)
    s = s * i + c[k];
  out[i] = s;
}
// Written by the kernel.
__global__ void fine_written(float *out, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < n; ++k)
    s = s * i + c[k];
  out[i] = s;
  c[i] = 0;
}
// The loop before it ends elsewhere for each thread.
__global__ void fine_counted(float *out, const float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, row = 0;
  for (int left = i; left >= n - row; ++row)
    left -= n - row;
  out[i] = c[row];
}
// One of two calls gives another address to each thread.
__device__ float sum(const float *c, int from, int n) {
  float s = 0;
  for (int k = 0; k < n; ++k)
    s = s * k + c[from + k];
  return s;
}
__global__ void fine_called(float *out, const float *a, const float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = sum(a, 0, n) + sum(c, i, n);
}
#define AT(k) c[k]
template <typename T> __global__ void instance(T *out, const T *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  T s = 0;
  for (int k = 0; k < n; ++k)
    // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: warning: load of {{.*}} is one address for all threads, of an array that the kernel only reads; it touches 16 KiB of it
    s = s * i + AT(k);
  out[i] = s;
}

void run(float *a, float *b) {
  polynomial<<<256, 256>>>(a, b, 4096);
  fixed_polynomial<<<256, 256>>>(a, 4096);
  quiet_polynomial<<<256, 256>>>(a, b, 4096);
  fine_block<<<256, 256>>>(a, b, 4096);
  fine_large<<<256, 256>>>(a, b);
  fine_written<<<256, 256>>>(a, b, 4096);
  fine_counted<<<256, 256>>>(a, b, 4096);
  fine_called<<<256, 256>>>(a, b, b, 4096);
  instance<float><<<256, 256>>>(a, b, 4096);
}
