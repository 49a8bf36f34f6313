// Lanes that lie 4096 bytes apart touch a sector each: 32, where 32 times 4
// bytes fill 4 sectors. Neighbouring lanes fill 4, and nothing is said of them.
//
// RUN: not kernelcast lint %s --checks='-*,kernelcast-uncoalesced-access' --fail-on warning > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=CLEAN < %t.txt
// CLEAN-NOT: in good
// CLEAN-NOT: in quiet
// CLEAN-NOT: in narrow
// CLEAN: 0 errors and 4 warnings in 7 kernels, 1 more suppressed

#define AT(array, i) array[i]

__global__ void bad(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK-DAG: .cu:[[#@LINE+4]]:3: warning: store to out[i * 1024] touches 32 sectors a warp, 4 would do: lanes 0, 1, 2 ... write 4096 bytes apart; without that the kernel would be {{[0-9.]+}} times as fast, {{.*}} on rtx-2080-ti [kernelcast-uncoalesced-access]
  // CHECK-DAG: {{^ *}}[[#@LINE+3]] |   out[i * 1024] = in[i];
  // CHECK-DAG: note: warp 0 of block (0, 0, 0): lane 0 at byte 0, lane 1 at byte 4096, lane 2 at byte 8192, lane 3 at byte 12288, ... lane 31 at byte 126976 of out
  // CHECK-DAG: note: in bad, launched with grid 1024 and block 256
  out[i * 1024] = in[i];
}

__global__ void good(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

// Half of the lanes ask for 64 bytes, which fill 2 sectors.
__global__ void narrow(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x % 32 < 16)
    out[i] = in[i];
}

__global__ void quiet(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i * 1024] = in[i]; // NOLINT(kernelcast-uncoalesced-access)
}

// 8 bytes a lane, 16 apart: 16 sectors of 8.
template <class T> __global__ void instance(T *out, const T *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK-DAG: .cu:[[#@LINE+1]]:12: warning: load of in[2 * i] touches 16 sectors a warp, 8 would do: lanes 0, 1, 2 ... read 16 bytes apart;
  out[i] = in[2 * i];
}

__global__ void macro(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK-DAG: .cu:[[#@LINE+1]]:12: warning: load of AT(in, i * 64) touches 32 sectors a warp, 4 would do
  out[i] = AT(in, i * 64);
}

// What the thread has stored before need not be loaded.
__global__ void stored(float *out, float *kept) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK-DAG: .cu:[[#@LINE+1]]:3: warning: store to kept[i * 64] touches 32 sectors a warp
  kept[i * 64] = i;
  out[i] = kept[i * 64];
}

void run(float *a, float *b, double *c, double *d) {
  bad<<<1024, 256>>>(a, b);
  good<<<1024, 256>>>(a, b);
  narrow<<<1024, 256>>>(a, b);
  quiet<<<1024, 256>>>(a, b);
  instance<<<1024, 256>>>(c, d);
  macro<<<1024, 256>>>(a, b);
  stored<<<1024, 256>>>(a, b);
}
