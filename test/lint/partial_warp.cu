// 100 threads are 4 warps whose last one has 28 idle lanes; a kernel of nothing
// but arithmetic takes 4 warps' time for 3.1 warps' work.
//
// RUN: kernelcast lint %s --checks='-*,kernelcast-partial-warp' > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=CLEAN < %t.txt
// CLEAN-NOT: in good
// CLEAN: 0 errors and 1 warning in 2 kernels

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

void run(float *a) {
  // CHECK: .cu:[[#@LINE+1]]:3: warning: blocks of 100 threads are no whole number of warps: 28 of 128 lanes idle; without that the kernel would be 1.{{[23].*}} times as fast
  bad<<<65536, 100>>>(a);
  good<<<65536, 96>>>(a);
  // The first launch has the flaw, the others do not.
  for (int threads = 16; threads <= 512; threads *= 2)
    good<<<65536, threads>>>(a);
}

// Nobody says how many blocks there are.
void unknownGrid(float *a, int blocks) { good<<<blocks, 100>>>(a); }
