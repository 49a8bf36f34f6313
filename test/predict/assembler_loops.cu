// Of a loop that the assembler unrolls, the loads of all copies run ahead, as
// many as registers are free for: sixteen of 16 bytes are 64 registers. ptxas
// 13.0 makes 62 registers for sm_75 and 29 for sm_80 (nvcc -arch=sm_75 -cubin
// -Xptxas -v); of four copies alone there are 16 in use for the loads. The
// estimate is within 8.
//
// RUN: %kernelcast predict %s --gpu rtx-2080-ti --grid 1 --block 256 2> %t.notes | FileCheck --check-prefix=SM75 %s
// SM75: {{ (5[4-9]|6[0-9]|70) registers \(estimate\)}}
// RUN: %kernelcast predict %s --gpu a100-pcie-40gb --grid 1 --block 256 2> %t.notes | FileCheck --check-prefix=SM80 %s
// SM80: {{ (2[1-9]|3[0-7]) registers \(estimate\)}}

__global__ void sums(const float4 *__restrict__ in, float *out, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += in[i].x * in[i].y + in[i].z * in[i].w;
  out[threadIdx.x] = sum;
}
