// Registers that AMD's machine code spills move bytes. All 200 values live
// until the barrier, and a thread of such a block has 128 registers on gfx90a:
// at least 72 values are stored and loaded again, 576 bytes of each thread, in
// addition to 200 loads and a store of 4 bytes. That makes
// (804 + 576) * 1048576 = 1447034880 bytes between lanes and the L1 at least;
// with twice as many of each as there are values, (804 + 3200) * 1048576 are
// more than there can be. What the GPU's resident threads spill is far more
// than the L2 has: some of it goes to the memory, beyond the compulsory
// 843055104 bytes.
//
// RUN: kernelcast predict %s --gpu mi250x-gcd --grid 1024 --block 1024 --format json -o %t.json
// RUN: python3 %S/Inputs/spilled_traffic.py %t.json | FileCheck %s
// CHECK: l1 between the bounds: True
// CHECK: beyond the compulsory: True
__global__ void __launch_bounds__(1024) many(const float *a, float *out) {
  float kept[200];
  int i = threadIdx.x + blockIdx.x * blockDim.x;
#pragma unroll
  for (int k = 0; k < 200; ++k)
    kept[k] = a[i + k * 1048576];
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 200; ++k)
    sum = sum * kept[199 - k] + kept[k];
  out[i] = sum;
}
