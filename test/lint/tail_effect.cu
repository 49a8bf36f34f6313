// Last waves. Blocks of 32 KiB of shared memory: two fit into the 64 KiB of an
// SM of this GPU, which has 68: 136 at a time.
//
// RUN: kernelcast lint %s --checks='-*,kernelcast-tail-effect' > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=CLEAN < %t.txt
// CLEAN-NOT: .cu:{{3[3-9]|40|4[5-9]|[56][0-9]}}:{{.*}}: warning
// CLEAN: 0 errors and 3 warnings in 2 kernels, 1 more suppressed

__global__ void work(float *out, int m) {
  __shared__ float b[8192];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = b[threadIdx.x];
  for (int k = 0; k < m; ++k)
    s = s * 0.5f + 1;
  out[i] = s;
}
template <int N> __global__ void instance(float *out, int m) {
  __shared__ float b[N];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = b[threadIdx.x];
  for (int k = 0; k < m; ++k)
    s = s * 0.5f + 1;
  out[i] = s;
}

void run(float *a) {
  // CHECK-DAG: .cu:[[#@LINE+1]]:3: warning: 138 blocks run in 1 whole wave of 136 and a last one of 2, which leaves 134 places empty; {{.*}} [kernelcast-tail-effect]
  work<<<138, 256>>>(a, 1000);
  // CHECK-DAG: .cu:[[#@LINE+1]]:3: warning: 300 blocks run in 2 whole waves of 136 and a last one of 28, which leaves 108 places empty
  instance<8192><<<300, 256>>>(a, 1000);
  work<<<272, 256>>>(a, 1000);
  // Less than one wave.
  work<<<100, 256>>>(a, 1000);
  work<<<274, 256>>>(a, 1000); // NOLINT
}

// Beside a kernel in another stream, its blocks take the places that are left.
void inStream(float *a, cudaStream_t stream) {
  work<<<139, 256, 0, stream>>>(a, 1000);
  // CHECK-DAG: .cu:[[#@LINE+1]]:3: warning: 140 blocks run in 1 whole wave of 136 and a last one of 4,
  work<<<140, 256, 0, 0>>>(a, 1000);
}

// The configuration holds the stream.
void configured(float *a, cudaStream_t stream) {
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(142);
  config.blockDim = dim3(256);
  config.stream = stream;
  cudaLaunchKernelEx(&config, work, a, 1000);
}

// 141 blocks are the first launch alone.
void sizes(float *a) {
  for (int blocks = 141; blocks <= 141 << 10; blocks *= 2)
    work<<<blocks, 256>>>(a, 1000);
}
