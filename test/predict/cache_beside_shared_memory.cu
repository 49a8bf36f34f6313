// From compute capability 7.0 on, the L1 and the shared memory are one, so that
// what blocks take of one is missing in the other; before, they are two.
//
// Each of the 68 multiprocessors of the RTX 2080 Ti (7.5, 98304 B) has one block,
// whose 256 threads read n floats ten times, n / 256 of them each: with n = 12288
// these are 49152 B and 480 loads, of which 9 in 10 hit if all stay in the L1, and
// there is one store: 432 / 481 = 89.8 %. With 1024 B of shared memory four
// blocks could be resident, 4096 B of the L1; with 57344 B one is, which leaves
// 40960 B. Of 1.2 times as much that is read again and again a share m, which is
// 1 - exp(-1.2 m) = 0.314, has been replaced each time: 432 * 0.686 / 481.
//
// RUN: facts %s --model latency-throughput --gpu rtx-2080-ti --grid 68 --arg n=12288 --dynamic-shared 1024 | FileCheck %s --check-prefix=FITS
// FITS: assumed caches = 89.8 % of the L1's
// RUN: facts %s --model latency-throughput --gpu rtx-2080-ti --grid 68 --arg n=12288 --dynamic-shared 57344 | FileCheck %s --check-prefix=TAKEN
// TAKEN: assumed caches = 61.6 % of the L1's
//
// The P100 (6.0) has 24576 B of L1 on each of 56 multiprocessors, whatever the
// shared memory. n = 4096 are 16384 B and 160 loads: 144 / 161 = 89.4 %.
// RUN: facts %s --model latency-throughput --gpu p100-pcie-12gb --grid 56 --arg n=4096 --dynamic-shared 49152 | FileCheck %s --check-prefix=APART
// APART: assumed caches = 89.4 % of the L1's

__global__ void read_again(const float *in, float *out, int n) {
  extern __shared__ float own[];
  float sum = 0;
  for (int round = 0; round < 10; ++round)
    for (int i = threadIdx.x; i < n; i += 256)
      sum += in[i];
  own[threadIdx.x] = sum;
  out[blockIdx.x * 256 + threadIdx.x] = own[threadIdx.x];
}

void run(const float *in, float *out, int n) { read_again<<<68, 256>>>(in, out, n); }
