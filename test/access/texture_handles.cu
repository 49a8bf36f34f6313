// A texture's handle is no memory: only what is fetched is an access, also where
// the handle goes by value through a function object.
//
// RUN: facts %s | FileCheck %s
// CHECK: kernel references
// CHECK: load cells[threadIdx.x]
// CHECK: load tex1Dfetch(grid, i) texture
// CHECK: store out[threadIdx.x]
// CHECK: kernel objects
// CHECK: load tex1Dfetch<float4>(cells, threadIdx.x) texture
// CHECK: store out[threadIdx.x]
// CHECK-NOT: {{^}}load
texture<float4, 1, cudaReadModeElementType> grid;
struct Fetch {
  __device__ float4 operator()(int i) { return tex1Dfetch(grid, i); }
};
__global__ void references(float *out, const int *cells) {
  Fetch fetch;
  float4 p = fetch(cells[threadIdx.x]);
  out[threadIdx.x] = p.x + p.y;
}
__global__ void objects(float *out, cudaTextureObject_t cells) {
  float4 p = tex1Dfetch<float4>(cells, threadIdx.x);
  out[threadIdx.x] = p.x + p.y;
}
