// Each block reads 256 KiB of its own, but which ones follows no stride: block b
// has piece b ^ (b >> 1), which is another one for every b. No cache has
// anything twice: 4096 blocks read 2^30 bytes from memory, however often the
// launch has run before.
//
// RUN: kernelcast predict %s --gpu h100-pcie --grid 4096 --block 256 --explain | FileCheck %s
// RUN: kernelcast predict %s --gpu h100-pcie --grid 4096 --block 256 --l2 warm --explain | FileCheck %s
// CHECK: hits L1 0 %, L2 0 %
// CHECK: bytes DRAM 1.07794e+09 bytes
__global__ void sums_of_pieces(float *out, const float *in) {
  unsigned piece = blockIdx.x ^ (blockIdx.x >> 1);
  float sum = 0;
#pragma unroll 1
  for (int i = 0; i < 256; ++i)
    sum += in[(size_t)piece * 65536 + i * 256 + threadIdx.x];
  out[blockIdx.x * 256 + threadIdx.x] = sum;
}
