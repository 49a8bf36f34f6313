// Code that is larger than an SM's instruction cache comes from the L2 again,
// for each block, and once for the SMs of a cluster: on an RTX 2080 Ti 680
// blocks make 680 * 6 / 68 = 60 fetches. An instruction takes 16 bytes. The data
// are 680 * 256 * 4 / 32 = 21,760 sectors.

// RUN: kernelcast predict %s --gpu rtx-2080-ti --grid 680 --block 256 --format json | FileCheck %s
// RUN: kernelcast predict %s --gpu rtx-2060 --grid 680 --block 256 --format json | FileCheck %s --check-prefix=UNKNOWN

// 46 KB hold 2,944 instructions.
// CHECK: "name": "fits"
// CHECK: "l2_read_sectors": 21760,
// UNKNOWN: "name": "fits"
// UNKNOWN: "l2_read_sectors": 21760,
__global__ void fits(float *p, float a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = p[i];
#pragma unroll
  for (int k = 0; k != 2048; ++k)
    x = x * a + k;
  p[i] = x;
}

// 60 * 4,096 * 16 / 32 = 122,880 sectors, and those of some 5 to 25
// instructions around: 150 to 750.
// CHECK: "name": "straight"
// CHECK: "l2_read_sectors": 14{{4[7-9]|5[0-3]}}{{[0-9][0-9]}},
// UNKNOWN: "name": "straight"
// UNKNOWN: "l2_read_sectors": 21760,
__global__ void straight(float *p, float a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = p[i];
#pragma unroll
  for (int k = 0; k != 4096; ++k)
    x = x * a + k;
  p[i] = x;
}

// The loop fits, and its code comes once each time it is entered.
// CHECK: "name": "loopThatFits"
// CHECK: "l2_read_sectors": 14{{4[7-9]|5[0-3]}}{{[0-9][0-9]}},
__global__ void loopThatFits(float *p, float a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = p[i];
#pragma unroll 1
  for (int round = 0; round != 10; ++round) {
#pragma unroll
    for (int k = 0; k != 2048; ++k)
      x = x * a + k;
  }
#pragma unroll
  for (int k = 0; k != 2048; ++k)
    x = x * a - k;
  p[i] = x;
}

// Each of three rounds fetches the 4,096 instructions anew: 368,640 sectors.
// CHECK: "name": "loopTooLarge"
// CHECK: "l2_read_sectors": 39{{[0-2]}}{{[0-9][0-9][0-9]}},
__global__ void loopTooLarge(float *p, float a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = p[i];
#pragma unroll 1
  for (int round = 0; round != 3; ++round) {
#pragma unroll
    for (int k = 0; k != 4096; ++k)
      x = x * a + k;
  }
  p[i] = x;
}
