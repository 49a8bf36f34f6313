// Loads of what was loaded before, each beside its fixed twin. Lanes lie 128
// bytes apart, so that each load of a warp touches 32 sectors.
//
// RUN: kernelcast lint %s --checks='-*,kernelcast-repeated-load' > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=CLEAN < %t.txt
// CLEAN-NOT: in fixed_
// CLEAN-NOT: in fine_
// CLEAN: 0 errors and 3 warnings in 8 kernels, 1 more suppressed

__global__ void twice(float *out, float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK-DAG: .cu:[[#@LINE+2]]:3: note: what keeps the compiler from keeping the value
  // CHECK-DAG: .cu:[[#@LINE+1]]:12: note: the earlier load is here
  out[i] = in[32 * i];
  // CHECK-DAG: .cu:[[#@LINE+1]]:20: warning: load of in[32 * i] repeats an earlier one, since the store to out[i] may change it; {{.*}} [kernelcast-repeated-load]
  out[i + 65536] = in[32 * i] * 2;
  in[i] = 0;
}
__global__ void fixed_twice(float *out, float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[32 * i];
  out[i] = x;
  out[i + 65536] = x * 2;
  in[i] = 0;
}
__global__ void quiet_twice(float *out, float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[32 * i];
  out[i + 65536] = in[32 * i] * 2; // NOLINT
  in[i] = 0;
}
// Nothing between may write: the compiler keeps it.
__global__ void fine_kept(float *out, float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[32 * i];
  out[i] = x + in[32 * i];
  in[i] = 0;
}
// Another thread may have written it behind the barrier.
__global__ void fine_barrier(float *out, float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[32 * i];
  __syncthreads();
  out[i + 65536] = in[32 * i];
  in[32 * i] = 0;
}
// Written in between.
__global__ void fine_written(float *out, float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[32 * i];
  in[32 * i] = 1;
  out[i + 65536] = in[32 * i];
}
// A member that the kernel only reads: no barrier changes it.
struct Data {
  const float *in;
  float *out;
};
__global__ void barrier(Data d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = d.in[32 * i];
  __syncthreads();
  // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: warning: load of d.in[32 * i] repeats an earlier one, since __syncthreads() may change it
  d.out[i] = x + d.in[32 * i];
}

#define IN(i) in[i]
template <int Step> __global__ void instance(float *out, float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = IN(Step * i);
  // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: warning: load of {{.*}} repeats an earlier one
  out[i + 65536] = IN(Step * i) * 2;
  in[i] = 0;
}

void run(float *a, float *b) {
  twice<<<256, 256>>>(a, b);
  fixed_twice<<<256, 256>>>(a, b);
  quiet_twice<<<256, 256>>>(a, b);
  fine_kept<<<256, 256>>>(a, b);
  fine_barrier<<<256, 256>>>(a, b);
  fine_written<<<256, 256>>>(a, b);
  barrier<<<256, 256>>>(Data{a, b});
  instance<32><<<256, 256>>>(a, b);
}
