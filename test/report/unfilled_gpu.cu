// What fits on an SM is no limit to a launch that does not fill the GPU once. An
// A100 has 108 SMs, each with room for 2048 threads and 32 blocks: 8 blocks of
// 256 threads, so 864 blocks fill it.
//
// 256 = 2 * 108 + 40: 40 SMs get three blocks, which are 3 * 8 warps.
//
// RUN: %kernelcast predict %s --gpu a100-sxm-40gb --grid 256 --block 256 2>/dev/null | FileCheck %s --check-prefix=THREE
// THREE: occupancy 64 of 64 warps, limited by warps
// THREE-NEXT: the launch has 256 blocks for 108 SMs: 3 blocks an SM at most, 24 warps
//
// Fewer blocks than SMs: 1 block of 1 warp.
//
// RUN: %kernelcast predict %s --gpu a100-sxm-40gb --grid 96 --block 32 2>/dev/null | FileCheck %s --check-prefix=ONE
// ONE: the launch has 96 blocks for 108 SMs: 1 block an SM at most, 1 warp{{$}}
//
// RUN: %kernelcast predict %s --gpu a100-sxm-40gb --grid 1 --block 32 2>/dev/null | FileCheck %s --check-prefix=SINGLE
// SINGLE: the launch has 1 block for 108 SMs: 1 block an SM at most, 1 warp{{$}}
//
// One block fewer than fill the GPU, and as many as do.
//
// RUN: %kernelcast predict %s --gpu a100-sxm-40gb --grid 863 --block 256 2>/dev/null | FileCheck %s --check-prefix=NEARLY
// NEARLY: the launch has 863 blocks for 108 SMs: 8 blocks an SM at most, 64 warps
// RUN: %kernelcast predict %s --gpu a100-sxm-40gb --grid 864 --block 256 2>/dev/null | FileCheck %s --check-prefix=FULL
// FULL-NOT: the launch has
// FULL: occupancy 64 of 64 warps
// FULL-NOT: the launch has

__global__ void copy(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}
