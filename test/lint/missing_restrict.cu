// Pointers that are only read, each beside its fixed twin. Lanes lie 128 bytes
// apart, so that each load of a warp touches 32 sectors.
//
// RUN: kernelcast lint %s --model mwp-cwp --checks='-*,kernelcast-missing-restrict' > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=CLEAN < %t.txt
// CLEAN-NOT: in fixed_
// CLEAN-NOT: in fine_
// CLEAN: 0 errors and 3 warnings in 9 kernels, 1 more suppressed

// CHECK-DAG: .cu:[[#@LINE+1]]:49: warning: scale is only read, but without const __restrict__ a load of it is made again, since the store to out[k * 65536 + i] may change it; {{.*}} [kernelcast-missing-restrict]
__global__ void looped(float *out, const float *scale, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k)
    // CHECK-DAG: .cu:[[#@LINE+2]]:26: note: this load is the same in all iterations of a loop
    // CHECK-DAG: .cu:[[#@LINE+1]]:5: note: what keeps the compiler from keeping the value
    out[k * 65536 + i] = scale[32 * i];
}
__global__ void fixed_looped(float *out, const float *__restrict__ scale,
                             int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k)
    out[k * 65536 + i] = scale[32 * i];
}
__global__ void quiet_looped(float *out, const float *scale, // NOLINT
                             int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k)
    out[k * 65536 + i] = scale[32 * i];
}
// Without const it is only read as well.
// CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: warning: in is only read, but without const __restrict__ 2 loads of it are made again
__global__ void twice(float *out, float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[32 * i];
  out[i + 65536] = in[32 * i] * 2;
  out[i + 131072] = in[32 * i] * 3;
}
__global__ void fixed_twice(float *out, const float *__restrict__ in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[32 * i];
  out[i + 65536] = in[32 * i] * 2;
  out[i + 131072] = in[32 * i] * 3;
}
// The promise of the pointer that stores does as well.
__global__ void fine_stored(float *__restrict__ out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[32 * i];
  out[i + 65536] = in[32 * i] * 2;
}
// Each address is loaded once: the word would change nothing.
__global__ void fine_once(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[32 * i];
}
// Written as well.
__global__ void fine_written(float *out, float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[32 * i];
  out[i + 65536] = in[32 * i] * 2;
  in[32 * i] = 0;
}
template <int Step>
// CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: warning: in is only read, but without const __restrict__ a load of it is made again
__global__ void instance(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[Step * i];
  out[i + 65536] = in[Step * i] * 2;
}

void run(float *a, float *b) {
  looped<<<256, 256>>>(a, b, 16);
  fixed_looped<<<256, 256>>>(a, b, 16);
  quiet_looped<<<256, 256>>>(a, b, 16);
  twice<<<256, 256>>>(a, b);
  fixed_twice<<<256, 256>>>(a, b);
  fine_stored<<<256, 256>>>(a, b);
  fine_once<<<256, 256>>>(a, b);
  fine_written<<<256, 256>>>(a, b);
  instance<32><<<256, 256>>>(a, b);
}
