// A 64x64 matrix of floats in blocks of 32x8, 2x8 = 16 blocks, 128 warps: row y,
// 32 columns a warp. Reading: 4 sectors, 1 line. Writing the transpose: lane x
// writes row x, 256 bytes apart: 32 sectors, 32 lines.
//
// RUN: facts %s | FileCheck %s
// CHECK: launch 2 8 1 block 32 8 1 shared 0 host-code
// CHECK: argument n 64 host-code
// CHECK: load in[y * n + x] {{.*}} warps 128 lanes 4096 sectors 512 lines 128 transactions 512 exact
// CHECK: store out[x * n + y] {{.*}} warps 128 lanes 4096 sectors 4096 lines 4096 transactions 4096 exact

__global__ void transpose(const float *in, float *out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  out[x * n + y] = in[y * n + x];
}

int main() {
  int n = 64;
  float *in, *out;
  cudaMalloc(&in, n * n * sizeof(float));
  cudaMalloc(&out, n * n * sizeof(float));
  dim3 block(32, 8);
  dim3 grid(n / block.x, n / block.y);
  transpose<<<grid, block>>>(in, out, n);
}
