// What rests on numbers that nobody gave is left out, or told as assumed. What
// host code takes by default is given.
//
// RUN: kernelcast lint %s > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=CLEAN < %t.txt
// CLEAN-NOT: warning:{{.*}}unknown_branch
// RUN: kernelcast lint %s --arg blocks=4 --kernel unknown_grid | FileCheck %s --check-prefix=GIVEN
// GIVEN: warning: 4 blocks for 68 SMs

__device__ float work(float x, int rounds) {
  for (int k = 0; k < rounds; ++k)
    x = x * x + 0.5f;
  return x;
}

__global__ void unknown_block(float *out) { out[32 * threadIdx.x] = 1; }

__global__ void unknown_grid(float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = work(out[i], 2000);
}

// With n = 1 every lane goes its own way, with n = 32 none.
__global__ void unknown_branch(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x / n % 2)
    out[i] = work(out[i], 500);
  else
    out[i] = work(out[i], 501);
}

__global__ void unknown_stride(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK-DAG: warning: load of in[i * n] touches 32 sectors a warp, 4 would do: lanes 0, 1, 2 ... read 4096 bytes apart; assumes n = 1024
  // CHECK-DAG: note: in unknown_stride, launched with grid 4096 and block 256; this is assumed
  out[i] = in[i * n];
}

void run(float *a, float *b, int threads, int blocks, int n) {
  // CHECK-DAG: note: kernel 'unknown_block' was not checked: nothing tells its block size; give --block
  unknown_block<<<64, threads>>>(a);
  unknown_grid<<<blocks, 256>>>(a);
  unknown_branch<<<4096, 256>>>(a, n);
  unknown_stride<<<4096, 256>>>(a, b, n);
}

int main(int argc, char **argv) {
  int small = 16;
  if (argc > 1)
    small = argv[1][0];
  // CHECK-DAG: .cu:[[#@LINE+1]]:3: warning: 16 blocks for 68 SMs
  unknown_grid<<<small, 256>>>(nullptr);
}
