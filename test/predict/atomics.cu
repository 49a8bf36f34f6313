// Atomics on one address go one after the other, 1.368e9 of them a second on the
// H100, floats 0.568e9. 4096 blocks of 256 threads: 32768 warps, 2^20 lanes.
//
// RUN: kernelcast predict %s --kernel one_for_all --gpu h100-sxm --model latency-throughput --grid 4096 --block 256 --explain | FileCheck %s --check-prefix=COMBINED
// RUN: kernelcast predict %s --kernel of_blocks --gpu h100-sxm --model latency-throughput --grid 1 --block 256 --explain | FileCheck %s --check-prefix=BLOCK
// All lanes have one address, as everybody sees: one adds for its warp, 32768 /
// 1.368e9 = 24.0 us. Of one block each of 8 warps.
// COMBINED: atomics on one address {{.*}} 24.0 µs
// COMBINED: asked atomics on one address 1 per warp
// BLOCK: asked atomics on one address 1 per warp
//
// RUN: kernelcast predict %s --kernel floats --gpu h100-sxm --model latency-throughput --grid 4096 --block 256 --explain | FileCheck %s --check-prefix=FLOATS
// Sums of floats are not combined: 2^20 / 0.568e9 = 1.85 ms.
// FLOATS: atomics on one address {{.*}} 1.85 ms
// FLOATS: asked atomics on one address 32 per warp
//
// RUN: kernelcast predict %s --kernel of_warps --gpu h100-sxm --model latency-throughput --grid 4096 --block 256 --explain | FileCheck %s --check-prefix=WARPS
// Nobody sees that the lanes of a warp have one of 8 addresses: 2^20 / 8.
// WARPS: asked atomics on one address 4 per warp
//
// RUN: kernelcast predict %s --kernel bins --gpu h100-sxm --model latency-throughput --grid 4096 --block 256 --explain | FileCheck %s --check-prefix=BINS
// A byte has 256 values: 2^20 / 256 for each of them, as if evenly.
// BINS: asked atomics on one address 0.125 per warp
// Their 1024 bytes are in one slice of the L2, 32 sectors of which 32 lanes touch
// 32 (1 - (31/32)^32) = 20.4.
// BINS: asked atomics on neighbouring addresses 20.4
//
// RUN: kernelcast predict %s --kernel guarded --counts ast --gpu h100-sxm --model latency-throughput --grid 4096 --block 256 --explain | FileCheck %s --check-prefix=GUARDED
// The way there lets 0 to 25 through, a quarter of which is 0 to 6. By default
// half of the lanes take each of two branches: 2^18 / 7 / 32768.
// GUARDED: asked atomics on one address 1.14286 per warp
//
// RUN: kernelcast predict %s --kernel modulo --gpu h100-sxm --model latency-throughput --grid 4096 --block 256 --arg bins=64 --explain | FileCheck %s --check-prefix=MODULO
// MODULO: asked atomics on one address 0.5 per warp
//
// RUN: kernelcast predict %s --kernel anywhere --gpu h100-sxm --model latency-throughput --grid 4096 --block 256 --explain | FileCheck %s --check-prefix=ANYWHERE
// Of an address nothing is known, and every lane has a sector of its own.
// ANYWHERE-NOT: asked atomics on one address
// ANYWHERE: asked atomics 32 per warp

__global__ void one_for_all(int *c) { atomicAdd(c, 1); }

__global__ void of_blocks(int *c, const int *a) {
  atomicMax(c + blockIdx.x, a[threadIdx.x]);
}

__global__ void floats(float *c, const float *a) {
  atomicAdd(c, a[threadIdx.x]);
}

__global__ void of_warps(int *c, const int *a) {
  atomicAdd(c + threadIdx.x / 32, a[threadIdx.x]);
}

__global__ void bins(int *c, const unsigned char *a) {
  atomicAdd(&c[a[blockIdx.x * blockDim.x + threadIdx.x]], 1);
}

__global__ void guarded(int *c, const char *a) {
  int p = a[blockIdx.x * blockDim.x + threadIdx.x] - 'a';
  if (p >= 0 && p < 26)
    atomicAdd(&c[p / 4], 1);
}

__global__ void modulo(int *c, const unsigned *a, unsigned bins) {
  atomicAdd(&c[a[blockIdx.x * blockDim.x + threadIdx.x] % bins], 1);
}

__global__ void anywhere(int *c, const long *a) {
  atomicAdd(&c[a[blockIdx.x * blockDim.x + threadIdx.x]], 1);
}
