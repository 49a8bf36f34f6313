// Half of a warp waits at a barrier that the other half never reaches. Fine are
// a barrier that all threads of a block reach or that none does, and threads
// that have left the kernel.
//
// RUN: not kernelcast lint %s --checks='-*,kernelcast-divergent-barrier' > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=CLEAN < %t.txt
// CLEAN-NOT: in blocks
// CLEAN-NOT: in early
// CLEAN-NOT: in gathered
// CLEAN-NOT: in guessed
// CLEAN: 2 errors and 0 warnings in 6 kernels
// RUN: kernelcast lint %s --checks='-*,kernelcast-divergent-barrier' --fail-on never

__global__ void half(float *out) {
  __shared__ float sums[64];
  sums[threadIdx.x] = out[threadIdx.x];
  if (threadIdx.x % 2 == 0) {
    // CHECK-DAG: .cu:[[#@LINE+2]]:5: error: not all threads of a block reach __syncthreads(), which is undefined: lanes of one warp differ in 'threadIdx.x % 2 == 0' [kernelcast-divergent-barrier]
    // CHECK-DAG: .cu:[[#@LINE-2]]:7: note: in 100 % of the warps that come here, some lanes go to the barrier and others do not
    __syncthreads();
    sums[threadIdx.x] += sums[threadIdx.x + 1];
  }
  out[threadIdx.x] = sums[threadIdx.x];
}

// Lane l leaves after l rounds and goes on to the store.
__global__ void loop(float *out) {
  __shared__ float sums[64];
  for (int k = 0; k < threadIdx.x; ++k) {
    sums[threadIdx.x] += out[k];
    // CHECK-DAG: .cu:[[#@LINE+1]]:5: error: not all threads of a block reach __syncthreads()
    __syncthreads();
  }
  out[threadIdx.x] = sums[threadIdx.x];
}

__global__ void blocks(float *out) {
  __shared__ float sums[64];
  sums[threadIdx.x] = out[threadIdx.x];
  if (blockIdx.x % 2 == 0) {
    __syncthreads();
    sums[threadIdx.x] += sums[63 - threadIdx.x];
  }
  out[threadIdx.x] = sums[threadIdx.x];
}

__global__ void early(float *out, int n) {
  __shared__ float sums[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  sums[threadIdx.x] = out[i];
  __syncthreads();
  out[i] = sums[threadIdx.x / 2];
}

// Lanes leave the loop at different times, and all of them leave it.
__global__ void gathered(float *out) {
  __shared__ float sums[100];
  for (int i = threadIdx.x; i < 100; i += 64)
    sums[i] = out[i];
  __syncthreads();
  out[threadIdx.x] = sums[99 - threadIdx.x];
}

// Whether a warp parts depends on a number that nobody gives.
__global__ void guessed(float *out, int n) {
  __shared__ float sums[64];
  sums[threadIdx.x] = out[threadIdx.x];
  if (threadIdx.x < n % 31) {
    __syncthreads();
    sums[threadIdx.x] += sums[63 - threadIdx.x];
  }
  out[threadIdx.x] = sums[threadIdx.x];
}

void run(float *a, int n) {
  half<<<64, 64>>>(a);
  loop<<<64, 64>>>(a);
  blocks<<<64, 64>>>(a);
  early<<<64, 64>>>(a, 4000);
  gathered<<<64, 64>>>(a);
  guessed<<<64, 64>>>(a, n);
}
