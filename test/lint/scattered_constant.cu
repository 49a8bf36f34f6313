// Words of constant memory that lanes read one after the other.
//
// RUN: kernelcast lint %s --model mwp-cwp --checks='-*,kernelcast-scattered-constant' > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=CLEAN < %t.txt
// CLEAN-NOT: in fixed_
// CLEAN-NOT: in fine_
// CLEAN: 0 errors and 3 warnings in 7 kernels, 1 more suppressed

__constant__ float table[256];

__global__ void lookup(float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK-DAG: .cu:[[#@LINE+2]]:12: warning: load of table[threadIdx.x] reads 32 words of constant memory a warp, one after the other; {{.*}} [kernelcast-scattered-constant]
  // CHECK-DAG: note: warp 0 of block (0, 0, 0): lane 0 at byte 0, lane 1 at byte 4, lane 2 at byte 8, lane 3 at byte 12, ... lane 31 at byte 124 of table
  out[i] = table[threadIdx.x];
}
__device__ float global_table[256];
__global__ void fixed_lookup(float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = global_table[threadIdx.x];
}
__global__ void quiet_lookup(float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = table[threadIdx.x]; // NOLINT
}
// Two lanes share a word: 16 of them.
__global__ void shared_words(float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK-DAG: .cu:[[#@LINE+1]]:12: warning: load of table[threadIdx.x / 2] reads 16 words of constant memory a warp
  out[i] = table[threadIdx.x / 2];
}
// One word a warp.
__global__ void fine_uniform(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < n; ++k)
    s += table[k];
  out[i] = s + table[threadIdx.x / 32];
}
// Where data decide nothing is said.
__global__ void fine_data(float *out, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = table[in[i]];
}
#define TABLE(i) table[i]
template <int N> __global__ void instance(float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: warning: load of {{.*}} reads 16 words of constant memory a warp
  out[i] = TABLE(threadIdx.x % N);
}

void run(float *a, int *b) {
  lookup<<<256, 256>>>(a);
  fixed_lookup<<<256, 256>>>(a);
  quiet_lookup<<<256, 256>>>(a);
  shared_words<<<256, 256>>>(a);
  fine_uniform<<<256, 256>>>(a, 16);
  fine_data<<<256, 256>>>(a, b);
  instance<16><<<256, 256>>>(a);
}
