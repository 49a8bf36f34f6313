// Registers are those of loads from shared memory 80 cycles ahead of the sums
// that need them, one instruction a cycle: a sum of four cycles has 20 under
// way, two have 40, and so have four, since a load and an addition for each take
// 8 cycles. ptxas 13.0 makes 26, 46 and 53 registers for sm_75 of one, two and
// four sums (nvcc -arch=sm_75 -cubin -Xptxas -v -DSUMS=4); the estimate is
// within 8.
//
// RUN: %kernelcast predict %s --gpu rtx-2080-ti -- -DSUMS=1 2> %t.notes | FileCheck --check-prefix=ONE %s
// ONE: {{ (1[89]|2[0-9]|3[0-4]) registers \(estimate\)}}
// RUN: %kernelcast predict %s --gpu rtx-2080-ti -- -DSUMS=2 2> %t.notes | FileCheck --check-prefix=TWO %s
// TWO: {{ (3[89]|4[0-9]|5[0-4]) registers \(estimate\)}}
// RUN: %kernelcast predict %s --gpu rtx-2080-ti -- -DSUMS=4 2> %t.notes | FileCheck --check-prefix=FOUR %s
// FOUR: {{ (4[5-9]|5[0-9]|6[01]) registers \(estimate\)}}

__global__ void sums(const float *in, float *out) {
  __shared__ float tile[4096];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float sum[SUMS] = {};
#pragma unroll
  for (int i = 0; i < 60; ++i)
#pragma unroll
    for (int s = 0; s < SUMS; ++s)
      sum[s] += tile[threadIdx.x + i + s * 128] * (0.5f + i);
  for (int s = 0; s < SUMS; ++s)
    out[s * 256 + threadIdx.x] = sum[s];
}

void run(const float *in, float *out) { sums<<<1, 256>>>(in, out); }
