// Pipelines and barriers of namespace cuda, clusters, numbers of 8 bits.
//
// RUN: facts %s --instructions | FileCheck %s
// RUN: kernelcast predict %s --format json | FileCheck %s --check-prefix=COMPILED

#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_fp8.h>
namespace cg = cooperative_groups;

// Four copies of a thread's own 16 bytes: 512 bytes of each of 2 warps, 16
// sectors, 4 times. A thread that is alone in its pipeline waits for itself, so
// that the only barrier is the kernel's own.
//
// CHECK: kernel staged modelled
// CHECK: load cuda::memcpy_async({{.*}} global 16 B warps 8 lanes 256 sectors 128 lines 32 transactions 128 exact
// CHECK: store cuda::memcpy_async({{.*}} shared 16 B warps 8 lanes 256 cycles 32 degree 4 exact
// CHECK: instructions {{.*}} barrier 4
//
// COMPILED: "name": "staged"
// COMPILED: "status": "modelled"
// COMPILED: "source": "ir"
__global__ void staged(const float4 *in, float4 *out, int n) {
  __shared__ float4 tile[64];
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  for (int i = 0; i < n; ++i) {
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[threadIdx.x], &in[i * 64 + threadIdx.x],
                       cuda::aligned_size_t<16>(16), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    __syncthreads();
    out[i * 64 + threadIdx.x] = tile[63 - threadIdx.x];
    pipe.consumer_release();
  }
}

// The memory of another block of the cluster is counted like the own, which is
// named: 32 words of 32 banks. The cluster's barrier is one of the block's, too.
//
// CHECK: kernel cluster partial
// CHECK-NEXT: reason mapa in inline assembly, counted as if the address were in the own block's memory
// CHECK: load other[threadIdx.x] shared 4 B warps 2 lanes 64 cycles 2 degree 1 exact
// CHECK: instructions {{.*}} barrier 2
//
// COMPILED: "name": "cluster"
// COMPILED: "status": "modelled"
// COMPILED: "source": "ir"
__global__ void cluster(float *out) {
  __shared__ float mine[64];
  cg::cluster_group all = cg::this_cluster();
  mine[threadIdx.x] = threadIdx.x;
  all.sync();
  float *other = all.map_shared_rank(mine, all.block_rank() ^ 1);
  out[threadIdx.x] = other[threadIdx.x];
  all.sync();
}

// A byte of each lane: 32 bytes, one sector a warp. Two bytes at once become two
// halves by one conversion.
//
// CHECK: kernel bytes modelled
// CHECK: load in[threadIdx.x] global 2 B warps 2 lanes 64 sectors 4 lines 2 transactions 4 exact
// CHECK: store out[threadIdx.x] global 8 B warps 2 lanes 64 sectors 16
__global__ void bytes(const __nv_fp8x2_e4m3 *in, float2 *out) {
  out[threadIdx.x] = static_cast<float2>(in[threadIdx.x]);
}

int main() {
  float4 *a, *b;
  staged<<<1, 64>>>(a, b, 4);
  float *c;
  cluster<<<1, 64>>>(c);
  __nv_fp8x2_e4m3 *d;
  float2 *e;
  bytes<<<1, 64>>>(d, e);
}
