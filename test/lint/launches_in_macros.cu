// What a launch can do wrong, made by a macro, of instances of templates, each
// beside one that a comment silences.
//
// 100 threads are 4 warps with 28 idle lanes. Of 68 multiprocessors 16 blocks
// leave 52 without work. Two blocks of 32 KiB fit on one, so that 138 are a wave
// of 136 and 2 more, and blocks of 64 threads give work to 4 of 32 warps. No block
// has 2048 threads.
//
// RUN: not kernelcast lint %s --model mwp-cwp --min-gain 10 \
// RUN:   --checks='-*,kernelcast-partial-*,kernelcast-low-*,kernelcast-tail-*,kernelcast-cannot-*' > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=COUNT < %t.txt
// COUNT: {{^}}1 error and 4 warnings in {{[0-9]+}} kernels, 5 more suppressed

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

template <int Rounds> __device__ float work(float x) {
  for (int k = 0; k < Rounds; ++k)
    x = x * x + 0.5f;
  return x;
}
template <int Rounds> __global__ void busy(float *out) {
  out[INDEX] = work<Rounds>(out[INDEX]);
}
template <int Floats> __global__ void large(float *out, int m) {
  __shared__ float b[Floats];
  float s = b[threadIdx.x];
  for (int k = 0; k < m; ++k)
    s = s * 0.5f + 1;
  out[INDEX] = s;
}
template <int Floats> __global__ void gather(float *out, const float *in) {
  __shared__ float tile[Floats];
  tile[threadIdx.x] = in[INDEX];
  __syncthreads();
  out[INDEX] = tile[63 - threadIdx.x % 64];
}
#define LAUNCH(kernel, blocks, threads, ...)                                   \
  kernel<<<blocks, threads>>>(__VA_ARGS__)

void launch_all(float *a, float *b) {
  // CHECK-DAG: .cu:[[#@LINE+1]]:3: warning: blocks of 100 threads are no whole number of warps: 28 of 128 lanes idle; {{.*}} [kernelcast-partial-warp]
  LAUNCH(busy<4000>, 65536, 100, a);
  LAUNCH(busy<4001>, 65536, 100, a); // NOLINT(kernelcast-partial-warp)
  // CHECK-DAG: .cu:[[#@LINE+1]]:3: warning: 16 blocks for 68 SMs: blocks of 128 threads would give work to 68 of them; {{.*}} [kernelcast-partial-wave]
  LAUNCH(busy<4002>, 16, 1024, a);
  LAUNCH(busy<4003>, 16, 1024, a); // NOLINT(kernelcast-partial-wave)
  // CHECK-DAG: .cu:[[#@LINE+1]]:3: warning: 138 blocks run in 1 whole wave of 136 and a last one of 2, which leaves 134 places empty; {{.*}} [kernelcast-tail-effect]
  LAUNCH(large<8192>, 138, 256, a, 1000);
  LAUNCH(large<8191>, 138, 256, a, 1000); // NOLINT
  // CHECK-DAG: .cu:[[#@LINE+1]]:3: warning: 32 KiB of shared memory a block leave room for 4 of 32 warps on an SM; {{.*}} [kernelcast-low-occupancy]
  LAUNCH(gather<8192>, 65536, 64, a, b);
  LAUNCH(gather<8191>, 65536, 64, a, b); // NOLINT(kernelcast-low-occupancy)
  // CHECK-DAG: .cu:[[#@LINE+1]]:3: error: this launch fails: block of 2048x1x1 threads is over the limit of 1024 threads per block on rtx-2080-ti [kernelcast-cannot-launch]
  LAUNCH(busy<1>, 64, 2048, a);
  LAUNCH(busy<2>, 64, 2048, a); // NOLINT(kernelcast-cannot-launch)
}
