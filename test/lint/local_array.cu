// 64 floats a thread with an index from data, from the thread, and in a template.
// Not: indexes that unrolling makes constants, an array that is only read, one of
// 32 elements, one in which each load finds the thread's own store.
//
// RUN: kernelcast lint %s --checks='-*,kernelcast-local-array' --min-gain 0 > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=CLEAN < %t.txt
// RUN: FileCheck %s --check-prefix=KNOWN < %t.txt
// CLEAN-NOT: in fine_
// KNOWN-COUNT-3: {{launched with .*; this is assumed}}
// CLEAN: 0 errors and 3 warnings in 7 kernels, 1 more suppressed

__global__ void data(float *out, const int *index) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK-DAG: .cu:[[#@LINE+1]]:9: warning: best (256 B a thread) lies in local memory, since best[index[i + k] & 63] has an index that is no constant; without that
  float best[64] = {};
  for (int k = 0; k < 64; ++k)
    // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: note: the index that is no constant is here
    best[index[i + k] & 63] += 1;
  for (int k = 0; k < 16; ++k)
    out[i + k] = best[k];
}

template <class T> __global__ void instance(T *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK-DAG: .cu:[[#@LINE+1]]:5: warning: best (512 B a thread) lies in local memory
  T best[64] = {};
  for (int k = 0; k < 64; ++k)
    best[(threadIdx.x + k) & 63] += out[k];
  for (int k = 0; k < 16; ++k)
    out[i + k] = best[k];
}

__global__ void quiet(float *out, const int *index) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float best[64] = {}; // NOLINT(kernelcast-local-array)
  for (int k = 0; k < 64; ++k)
    best[index[i + k] & 63] += 1;
  for (int k = 0; k < 16; ++k)
    out[i + k] = best[k];
}

__global__ void fine_unrolled(float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float best[16] = {};
  for (int k = 0; k < 16; ++k)
    best[k] += out[k];
  for (int k = 0; k < 16; ++k)
    out[i + k] = best[15 - k];
}

__global__ void fine_few(float *out, const int *index) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float best[32] = {};
  best[index[i] & 31] += 1;
  for (int k = 0; k < 32; ++k)
    out[i + k] = best[k];
}

// Each thread loads from its row what it has stored there: once both loops are
// unrolled, the two places are one expression.
__global__ void fine_forwarded(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float rows[4][12];
  for (int k = 0; k < 12; ++k)
    rows[threadIdx.x & 3][k] = in[i + k];
  float sum = 0;
  for (int k = 0; k < 12; ++k)
    sum += rows[threadIdx.x & 3][k] * k;
  out[i] = sum;
}

// The row beside it: which place that is, no constant tells.
__global__ void crossed(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK-DAG: .cu:[[#@LINE+1]]:9: warning: rows (192 B a thread) lies in local memory, since rows[threadIdx.x & 3][k] has an index that is no constant; without that
  float rows[4][12] = {};
  for (int k = 0; k < 12; ++k)
    rows[threadIdx.x & 3][k] = in[i + k];
  float sum = 0;
  for (int k = 0; k < 12; ++k)
    sum += rows[in[i] > 0][k] * k;
  out[i] = sum;
}

void run(float *a, int *b, double *c) {
  data<<<4096, 256>>>(a, b);
  instance<<<4096, 256>>>(c);
  quiet<<<4096, 256>>>(a, b);
  fine_unrolled<<<4096, 256>>>(a);
  fine_few<<<4096, 256>>>(a, b);
  fine_forwarded<<<4096, 256>>>(a, a);
  crossed<<<4096, 256>>>(a, a);
}
