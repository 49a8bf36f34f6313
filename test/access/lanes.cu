// Threads known as lanes of warps. Of each of the blockDim.x / 32 warps of a row
// the first 5 lanes store 20 bytes, 128 bytes from warp to warp: one sector, as
// (0 + 4 * 4 + 3) / 32 + 1 says of 5 lanes in a row. Two blocks of 64 threads
// are 4 warps.
//
// RUN: kernelcast predict %s --grid 2 --block 64 --format json | FileCheck %s
// CHECK: "expression": "p[32 * warp + lane]"
// CHECK: "warp_executions": 4,
// CHECK: "lane_executions": 20,
// CHECK: "sectors": 4,
// CHECK: "warp_executions": "blockDim.x / 32 * gridDim.x * blockDim.y
// CHECK: "lane_executions": "5 * (blockDim.x / 32) * gridDim.x * blockDim.y
// CHECK: "sectors": "blockDim.x / 32 * gridDim.x * blockDim.y
// CHECK: "holds": "blockDim.x % 32 == 0"
__global__ void lanes(float *p) {
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (lane < 5)
    p[32 * warp + lane] = 1;
}
