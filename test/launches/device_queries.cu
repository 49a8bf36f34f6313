// Launches that are fitted to the device have the numbers of --gpu: the A100 PCIe
// has 108 multiprocessors of 64 warps, 2048 threads and 164 KiB of shared memory,
// 1 KiB of which each block takes for itself. A block of 16 KiB leaves room for 9
// by memory and, with 256 threads, for 8 by threads; of the blocks of at most 512
// threads, 512 is the largest with 2048 threads resident.
//
// RUN: facts %s --gpu a100-pcie-40gb --kernel fitted 2>&1 | FileCheck %s
// CHECK: launch 216 1 1 block 256 1 1
// CHECK-NOT: assumed host variable
// CHECK: launch 108 1 1 block 32 1 1
// CHECK: launch 864 1 1 block 256 1 1
// CHECK: launch 432 1 1 block 512 1 1
// CHECK: launch 324 1 1 block 64 1 1
// CHECK: launch 65536 1 1 block 8 1 1
// CHECK-NOT: assumed host variable
//
// The RTX 2080 Ti has 68 and 32 warps.
// RUN: facts %s --gpu rtx-2080-ti --kernel fitted 2>&1 | FileCheck %s --check-prefix TURING
// TURING: launch 136 1 1 block 256 1 1
// TURING: launch 68 1 1 block 32 1 1
//
// What another kernel's occupancy is, is a guess.
// RUN: facts %s --kernel guessed 2>&1 | FileCheck %s --check-prefix GUESSED
// GUESSED: assumed host variable
#include <cublas_v2.h>
#define CHECK(x) do { cudaError_t e = (x); if (e) return 1; } while (0)
static void check(cudaError_t e, int line) {}

__global__ void __launch_bounds__(512) fitted(float *p, int n) {
  __shared__ float part[4096];
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    part[threadIdx.x] = p[i];
    __syncthreads();
    p[i] += part[threadIdx.x ^ 1];
  }
}
__global__ void guessed(float *p) { p[threadIdx.x] = 1; }

int multiprocessors() {
  int n;
  cudaDeviceGetAttribute(&n, cudaDevAttrMultiProcessorCount, 0);
  return n;
}

int main() {
  float *p;
  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, 0), __LINE__);
  fitted<<<2 * properties.multiProcessorCount, 256>>>(p, 1 << 20);
  int sms, warp;
  CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
  check(cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, 0), __LINE__);
  fitted<<<sms, warp>>>(p, 1 << 21);
  int resident;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, fitted, 256, 0);
  fitted<<<resident * sms, 256>>>(p, 1 << 22);
  int grid, block;
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, fitted);
  fitted<<<grid, block>>>(p, 1 << 23);
  fitted<<<3 * multiprocessors(), 64>>>(p, 1 << 24);
  // A call that takes n by value changes nothing.
  cublasHandle_t handle;
  float one = 1;
  int n = 256;
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, p, n, p, n, &one, p, n);
  fitted<<<n * n, 8>>>(p, 1 << 25);
  guessed<<<resident, 32>>>(p);
}
