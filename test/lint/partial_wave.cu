// 16 blocks leave 52 of 68 SMs without work; blocks of 128 threads would be 128.
//
// RUN: kernelcast lint %s --checks='-*,kernelcast-partial-wave' > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=CLEAN < %t.txt
// CLEAN-NOT: in good
// CLEAN-NOT: in alone
// CLEAN: 0 errors and 1 warning in 3 kernels

template <int Rounds> __device__ float work(float x) {
  for (int k = 0; k < Rounds; ++k)
    x = x * x + 0.5f;
  return x;
}
__global__ void bad(float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = work<4000>(out[i]);
}
__global__ void good(float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = work<4001>(out[i]);
}

// More blocks would do the same work again.
__global__ void alone(float *out) {
  out[threadIdx.x] = work<4002>(out[threadIdx.x]);
}

void run(float *a) {
  // CHECK: .cu:[[#@LINE+1]]:3: warning: 16 blocks for 68 SMs: blocks of 128 threads would give work to 68 of them; without that
  bad<<<16, 1024>>>(a);
  good<<<128, 128>>>(a);
  alone<<<1, 1024>>>(a);
  cudaStream_t streams[4];
  for (int s = 0; s < 4; ++s)
    good<<<16, 1024, 0, streams[s]>>>(a + 16384 * s);
}
