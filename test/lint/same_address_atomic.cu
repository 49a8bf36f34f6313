// All 32 lanes of a warp add to one float, one after the other. A lane of each
// warp alone is as good as it gets, and an addition of integers is combined by
// the compiler. What wraps, and what leaves one lane's value, no lane can do for
// the others.
//
// RUN: kernelcast lint %s --checks='-*,kernelcast-same-address-atomic' > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=CLEAN < %t.txt
// CLEAN-NOT: in leader
// CLEAN-NOT: in combined
// CLEAN-NOT: in exchanged
// CLEAN-NOT: in rare
// CLEAN: 0 errors and 1 warning in 5 kernels

__global__ void bad(float *sum, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: .cu:[[#@LINE+1]]:12: warning: all 32 lanes of a warp go to one address, one after the other; without that
  out[i] = atomicAdd(sum, 0.5f);
}

__global__ void leader(float *sum, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x % 32 == 0)
    out[i] = atomicAdd(sum, 0.5f);
}

// How many lanes find a zero, nobody knows.
__global__ void rare(float *sum, float *out, const int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (data[i] == 0)
    out[i] = atomicAdd(sum, 0.5f);
}

__global__ void combined(int *count) { atomicAdd(count, 1); }

__global__ void exchanged(unsigned *count) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicCAS(count, i, i + 1);
  atomicExch(count + 1, i);
  atomicInc(count + 2, 99);
  atomicDec(count + 3, 99);
}

void run(float *sums, int *a, unsigned *c) {
  bad<<<65536, 256>>>(sums, sums + 1);
  leader<<<65536, 256>>>(sums, sums + 1);
  rare<<<65536, 256>>>(sums, sums + 1, a);
  exchanged<<<65536, 256>>>(c);
  combined<<<65536, 256>>>(a);
}
