// Where an access goes is told by the object that its pointer comes from, also
// through a callee that takes both. One warp:
//   constant, the same word for all lanes: 1 sector; one word for each: 4
//   read-only global by __ldg: 4 sectors
//   texture fetch of 4-byte texels: 4 sectors
//   a __device__ array: 4 sectors
//
// RUN: facts %s --grid 1 --block 32 | FileCheck %s
// CHECK-DAG: load weights[0] constant 4 B warps 1 lanes 32 sectors 1 lines 1
// CHECK-DAG: load weights[t] constant 4 B warps 1 lanes 32 sectors 4 lines 1
// CHECK-DAG: load __ldg(in + t){{.*}} global 4 B warps 1 lanes 32 sectors 4 lines 1 transactions 4 exact
// CHECK-DAG: load tex1Dfetch<float>(tex, t){{.*}} texture 4 B warps 1 lanes 32 sectors 4 lines 1 transactions 4 exact
// CHECK-DAG: load table[t] global 4 B warps 1 lanes 32 sectors 4 lines 1 transactions 4 exact
// CHECK-DAG: load p[2 * k] shared 4 B warps 1 lanes 32 cycles 2 degree 2 exact
// CHECK-DAG: load p[2 * k] global 4 B warps 1 lanes 32 sectors 8 lines 2 transactions 8 exact

__constant__ float weights[32];
__device__ float table[32];

__device__ float second(const float *p, int k) { return p[2 * k]; }

__global__ void spaces(const float *in, float *out, cudaTextureObject_t tex) {
  __shared__ float s[64];
  int t = threadIdx.x;
  float sum = weights[0] + weights[t];
  sum += __ldg(in + t);
  sum += tex1Dfetch<float>(tex, t);
  sum += table[t];
  sum += second(s, t) + second(in, t);
  out[t] = sum;
}
