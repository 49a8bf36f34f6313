// What passes through shared memory, against what could: the numbers of its roof.
//
// tile[32 * lane]: all 32 lanes want words of one bank, 32 steps for the store
// and 32 for the load. tile[lane]: 1 step each. In a step 32 banks could give 4
// bytes each.
//   conflicts()   4096 warps * 64 steps * 128 bytes = 33554432
//   plain()       4096 warps *  2 steps * 128 bytes =  1048576
// An RTX 2080 Ti does half a step a cycle on each of 68 SMs at 1545 MHz:
//   68 * 1545e6 * 128 / 2 = 6723840000000 bytes a second
// A GTX 280 has 16 banks, so a step is 64 bytes, and 8 lanes for single
// precision, so that a step takes two cycles: 30 SMs at 1296 MHz,
//   30 * 1296e6 * 64 / 2 = 1244160000000
// where lanes 0 to 15 of conflicts() take 16 steps, as do the others: as many
// steps as with 32 banks, of half the bytes.
//
// RUN: kernelcast predict %s --gpu rtx-2080-ti --format json | FileCheck %s
// RUN: kernelcast predict %s --gpu gtx-280 --kernel conflicts --format json | FileCheck %s --check-prefix=HALVES
// CHECK: "shared_bytes_per_s": 6723840000000
// CHECK: "name": "conflicts"
// CHECK: "shared_bytes": 33554432
// CHECK: "name": "plain"
// CHECK: "shared_bytes": 1048576
// HALVES: "shared_bytes_per_s": 1244160000000
// HALVES: "shared_bytes": 16777216

__global__ void conflicts(float *out) {
  __shared__ float tile[1024];
  tile[32 * threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * 32 + threadIdx.x] = tile[32 * threadIdx.x] * 2;
}

__global__ void plain(float *out) {
  __shared__ float tile[32];
  tile[31 - threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * 32 + threadIdx.x] = tile[threadIdx.x] * 2;
}

int main() {
  float *out;
  cudaMalloc(&out, sizeof(float) << 17);
  conflicts<<<4096, 32>>>(out);
  plain<<<4096, 32>>>(out);
  cudaDeviceSynchronize();
}
