// Even and odd lanes part: every warp runs both sides. Where whole warps part,
// none does, and neither where only the last warp of the grid has idle lanes
// (1 of 32768 warps: below one per cent).
//
// RUN: kernelcast lint %s --checks='-*,kernelcast-divergent-branch' > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=CLEAN < %t.txt
// CLEAN-NOT: in warps
// CLEAN-NOT: in guarded
// CLEAN: 0 errors and 2 warnings in 4 kernels

__device__ float work(float x, int rounds) {
  for (int k = 0; k < rounds; ++k)
    x = x * x + 0.5f;
  return x;
}

__global__ void lanes(float *out, float x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK-DAG: .cu:[[#@LINE+2]]:7: warning: 100 % of the warps that test 'threadIdx.x % 2 == 0' have lanes on both sides of the branch; without that the kernel would be {{1.9|2}}{{[0-9]*}} times as fast
  // CHECK-DAG: |       ^~~~~~~~~~~~~~~~~~~~
  if (threadIdx.x % 2 == 0)
    out[i] = work(x, 500);
  else
    out[i] = work(x + 1, 501);
}

__global__ void warps(float *out, float x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x / 32 % 2 == 0)
    out[i] = work(x, 500);
  else
    out[i] = work(x + 1, 501);
}

__global__ void guarded(float *out, float x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = work(x, 500);
}

// Lane l stays for l % 32 rounds: a warp for 31, its lanes for 15.5 on average.
__global__ void rounds(float *out, float x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float y = x;
  // CHECK-DAG: .cu:[[#@LINE+1]]:19: warning: lanes leave the loop at different iterations: {{[0-9]+}} % of the warps that test 'k < threadIdx.x % 32' go on with some of their lanes; without that
  for (int k = 0; k < threadIdx.x % 32; ++k)
    y += sinf(y);
  out[i] = y;
}

void run(float *a, float x) {
  lanes<<<4096, 256>>>(a, x);
  warps<<<4096, 256>>>(a, x);
  guarded<<<4096, 256>>>(a, x, 1048560);
  rounds<<<4096, 256>>>(a, x);
}
