// NVIDIA's GPUs of compute capability 3.5 to 5.2 and 6.1 keep of global memory
// in their L1 only what is read-only for as long as the kernel runs: what
// __ldg() reads, or a restrict pointer by which nobody writes.
//
// Each of 13 blocks, one on each multiprocessor of a GTX 970 (5.2), reads n
// floats ten times, with 256 threads: for n = 4096 these are 16384 B and 160
// loads of a warp, of which the first 16 miss, and one store: 144 / 161 = 89.4 %
// of what is asked for hits.
//
// RUN: facts %s --kernel promised --gpu gtx-970 --counts ir | FileCheck %s --check-prefix=KEPT
// RUN: facts %s --kernel promised --gpu gtx-970 --counts ast | FileCheck %s --check-prefix=KEPT
// RUN: facts %s --kernel by_call --gpu gtx-970 --counts ir | FileCheck %s --check-prefix=KEPT
// RUN: facts %s --kernel by_call --gpu gtx-970 --counts ast | FileCheck %s --check-prefix=KEPT
// RUN: facts %s --kernel promised --gpu gtx-1080-ti --counts ir | FileCheck %s --check-prefix=KEPT
// RUN: facts %s --kernel promised --gpu k20m --counts ir | FileCheck %s --check-prefix=KEPT
// KEPT: assumed caches = 89.4 % of the L1's
//
// RUN: facts %s --kernel not_promised --gpu gtx-970 --counts ir | FileCheck %s --check-prefix=PASSED
// RUN: facts %s --kernel not_promised --gpu gtx-970 --counts ast | FileCheck %s --check-prefix=PASSED
// RUN: facts %s --kernel not_promised --gpu gtx-1080-ti --counts ir | FileCheck %s --check-prefix=PASSED
// RUN: facts %s --kernel not_promised --gpu k20m --counts ir | FileCheck %s --check-prefix=PASSED
// RUN: facts %s --kernel promised --gpu gtx-650m --counts ir | FileCheck %s --check-prefix=PASSED
// PASSED: assumed caches = 0 % of the L1's
//
// Of an array that is written as well, 160 loads and two stores, nothing stays.
// RUN: facts %s --kernel written --gpu gtx-970 --counts ir | FileCheck %s --check-prefix=PASSED
// RUN: facts %s --kernel written --gpu gtx-970 --counts ast | FileCheck %s --check-prefix=PASSED
//
// 6.0, and from 7.0 on, keep all loads.
// RUN: facts %s --kernel not_promised --gpu p100-pcie-12gb --counts ir | FileCheck %s --check-prefix=KEPT
// RUN: facts %s --kernel not_promised --gpu v100-sxm2 --counts ir | FileCheck %s --check-prefix=KEPT

__global__ void promised(const float *__restrict__ in, float *out, int n) {
  float sum = 0;
  for (int round = 0; round < 10; ++round)
    for (int i = threadIdx.x; i < n; i += 256)
      sum += in[i];
  out[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void by_call(const float *in, float *out, int n) {
  float sum = 0;
  for (int round = 0; round < 10; ++round)
    for (int i = threadIdx.x; i < n; i += 256)
      sum += __ldg(in + i);
  out[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void not_promised(const float *in, float *out, int n) {
  float sum = 0;
  for (int round = 0; round < 10; ++round)
    for (int i = threadIdx.x; i < n; i += 256)
      sum += in[i];
  out[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void written(float *__restrict__ in, float *out, int n) {
  float sum = 0;
  for (int round = 0; round < 10; ++round)
    for (int i = threadIdx.x; i < n; i += 256)
      sum += in[i];
  in[threadIdx.x] = sum;
  out[blockIdx.x * 256 + threadIdx.x] = sum;
}

void run(float *in, float *out) {
  promised<<<13, 256>>>(in, out, 4096);
  by_call<<<13, 256>>>(in, out, 4096);
  not_promised<<<13, 256>>>(in, out, 4096);
  written<<<13, 256>>>(in, out, 4096);
}
