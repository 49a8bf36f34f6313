// 14 KiB of shared memory, and the 1 KiB that each block takes besides, let ten
// blocks of four warps onto an SM with 164 KiB, whose 65,536 registers hold
// twelve blocks of 40 registers a thread. But 40 is an estimate: at 50, which
// are handed out as 56, they hold nine, and shared memory is not what limits.
// With 16 registers, or with 40 that somebody gave, there is no doubt.
//
// RUN: kernelcast predict %s --counts ast --gpu a100-pcie-40gb | FileCheck %s --check-prefix=REGISTERS
// REGISTERS-DAG: 16 registers (estimate)
// REGISTERS-DAG: 40 registers (estimate)
// RUN: kernelcast lint %s --gpu a100-pcie-40gb --min-gain 0 --checks='-*,kernelcast-low-occupancy' | FileCheck %s --check-prefixes=SURE,DOUBT
// RUN: kernelcast lint %s --gpu a100-pcie-40gb --min-gain 0 --checks='-*,kernelcast-low-occupancy' --registers 40 | FileCheck %s --check-prefix=GIVEN
// SURE: warning: 14 KiB of shared memory a block leave room for 40 of 64 warps on an SM
// SURE: in gather<4>
// DOUBT-NOT: in gather<28>
// DOUBT: 0 errors and 1 warning in 2 kernels
// GIVEN-DAG: in gather<28>
// GIVEN-DAG: in gather<4>

template <int Values> __global__ void gather(float *out, const float *in) {
  extern __shared__ float tile[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v[Values];
#pragma unroll
  for (int k = 0; k < Values; ++k)
    v[k] = in[k * 16777216 + i];
  tile[threadIdx.x] = v[0];
  __syncthreads();
  float sum = tile[127 - threadIdx.x];
#pragma unroll
  for (int k = 0; k < Values; ++k)
    sum = sum * v[k] + v[Values - 1 - k];
  out[i] = sum;
}

void run(float *a, float *b) {
  gather<4><<<131072, 128, 14336>>>(a, b);
  gather<28><<<131072, 128, 14336>>>(a, b);
}
