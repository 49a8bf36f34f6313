// What compiled code does to memory where the compiler's own form of it would
// tell another story than the machine's.
//
// RUN: kernelcast predict %s --gpu a100-pcie-40gb --explain --kernel halves \
// RUN:   | FileCheck %s --check-prefix=WIDE
// RUN: kernelcast predict %s --gpu a100-pcie-40gb --explain --kernel vectors \
// RUN:   | FileCheck %s --check-prefix=WIDE
// RUN: kernelcast predict %s --gpu a100-pcie-40gb --explain --kernel edges \
// RUN:   | FileCheck %s --check-prefix=EDGE
// RUN: kernelcast predict %s --gpu a100-pcie-40gb --explain --kernel ways \
// RUN:   | FileCheck %s --check-prefix=EDGE

#include <cuda_fp16.h>

// A load and a store of 16 bytes in each memory: 512 bytes a warp. In shared
// memory that is 4 steps of 128 bytes each, so 8; in global memory 4 passes
// each.
//
// WIDE: insts load/store 4 per warp
// WIDE: insts shared memory 8 bank steps per warp compiled code, exact
// WIDE: insts L1 passes 8 per warp, by tags and banks compiled code, exact
__global__ void vectors(const float4 *in, float4 *out) {
  __shared__ float4 tile[256];
  const int t = threadIdx.x, i = blockIdx.x * 256 + t;
  tile[t] = in[i];
  __syncthreads();
  out[i] = tile[255 - t];
}

// The cast promises 16 bytes' alignment, of which the array of halves knows
// nothing.
#define VECTOR(x) (reinterpret_cast<float4 *>(&(x))[0])
__global__ void halves(half *in, half *out) {
  __shared__ half tile[256][8];
  const int t = threadIdx.x, i = blockIdx.x * 256 + t;
  VECTOR(tile[t][0]) = VECTOR(in[i * 8]);
  __syncthreads();
  VECTOR(out[i * 8]) = VECTOR(tile[255 - t][0]);
}

// Of a block's 8 warps the last one has a lane that loads from global memory.
// The others, and its other lanes, load from shared memory. With the tile's
// load and the result's store: 4 + 1/8 accesses, 2 + 1/8 passes; 2 bank steps.
//
// EDGE: insts load/store 4.125 per warp
// EDGE: insts shared memory 2 bank steps per warp compiled code, exact
// EDGE: insts L1 passes 2.125 per warp, by tags and banks compiled code, exact
__global__ void edges(const float *in, float *out) {
  __shared__ float tile[256];
  const int t = threadIdx.x, i = blockIdx.x * 256 + t;
  tile[t] = in[i];
  __syncthreads();
  out[i] = t == 255 ? in[i + 1] : tile[t + 1];
}

// The same by ways that are no mere choice: the global address is computed
// where it is wanted.
__global__ void ways(const float *in, float *out, int n) {
  __shared__ float tile[256];
  const int t = threadIdx.x, i = blockIdx.x * 256 + t;
  tile[t] = in[i];
  __syncthreads();
  out[i] = t == 255 ? in[(i + 1) / n * n + (i + 1) % n] : tile[t + 1];
}

// A pointer that the program chooses stays one: an access to wherever it leads.
//
// RUN: kernelcast predict %s --gpu a100-pcie-40gb --explain --kernel pointers \
// RUN:   | FileCheck %s --check-prefix=CHOSEN
// CHOSEN: insts load/store 4 per warp
__global__ void pointers(const float *in, float *out) {
  __shared__ float tile[256];
  const int t = threadIdx.x, i = blockIdx.x * 256 + t;
  tile[t] = in[i];
  __syncthreads();
  const float *from = t % 2 ? in + i : tile + t;
  out[i] = *from;
}

int main() {
  float *f;
  vectors<<<1024, 256>>>((float4 *)f, (float4 *)f);
  halves<<<1024, 256>>>((half *)f, (half *)f);
  edges<<<1024, 256>>>(f, f);
  ways<<<1024, 256>>>(f, f, 1000);
  pointers<<<1024, 256>>>(f, f);
}
