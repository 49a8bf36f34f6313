// All 32 lanes of a warp exchange one word, one after the other. A lane of each
// warp alone is as good as it gets, and an addition whose result nobody uses is
// combined by the compiler.
//
// RUN: kernelcast lint %s --checks='-*,kernelcast-same-address-atomic' > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=CLEAN < %t.txt
// CLEAN-NOT: in leader
// CLEAN-NOT: in combined
// CLEAN: 0 errors and 1 warning in 3 kernels

__global__ void bad(int *count, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: .cu:[[#@LINE+1]]:12: warning: all 32 lanes of a warp go to one address, one after the other; without that
  out[i] = atomicCAS(count, i, i + 1);
}

__global__ void leader(int *count, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x % 32 == 0)
    out[i] = atomicCAS(count, i, i + 1);
}

__global__ void combined(int *count) { atomicAdd(count, 1); }

void run(int *a, int *b) {
  bad<<<65536, 256>>>(a, b);
  leader<<<65536, 256>>>(a, b);
  combined<<<65536, 256>>>(a);
}
