// Vectors loaded from any float: not aligned to their size, they lie across
// sectors and lines.

typedef float2 Two __attribute__((aligned(4)));
typedef float4 Four __attribute__((aligned(4)));

__device__ float4 vload4(int i, const float *p) {
  return *(const Four *)(p + 4 * i);
}

__device__ float2 vload2(int i, const float *p) {
  return *(const Two *)(p + 2 * i);
}

__device__ void vstore4(float4 v, int i, float *p) { *(Four *)(p + 4 * i) = v; }

__device__ void vstore2(float2 v, int i, float *p) { *(Two *)(p + 2 * i) = v; }

__global__ void unaligned_vectors(const float *x, float *y, int s) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 a = vload4(i, x + s);
  float2 b = vload2(0, x + i * s);
  vstore2(b, i, y + 1);
  vstore4(a, 0, y + 300 + i * 5);
}
