// The sum of a block's elements as a tree in shared memory, with the two
// classic ways to say which threads add, and with shuffles.
#include <cuda_runtime.h>

constexpr int Block = 256;

__global__ void reduce_interleaved(const float *in, float *sums) {
  __shared__ float part[Block];
  unsigned t = threadIdx.x;
  part[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned s = 1; s < Block; s *= 2) {
    if (t % (2 * s) == 0)
      part[t] += part[t + s];
    __syncthreads();
  }
  if (t == 0)
    sums[blockIdx.x] = part[0];
}

__global__ void reduce_sequential(const float *in, float *sums) {
  __shared__ float part[Block];
  unsigned t = threadIdx.x;
  part[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned s = Block / 2; s > 0; s >>= 1) {
    if (t < s)
      part[t] += part[t + s];
    __syncthreads();
  }
  if (t == 0)
    sums[blockIdx.x] = part[0];
}

__global__ void reduce_shuffle(const float *in, float *sums) {
  __shared__ float part[Block / 32];
  unsigned t = threadIdx.x;
  float v = in[blockIdx.x * blockDim.x + t];
  for (int offset = 16; offset > 0; offset /= 2)
    v += __shfl_down_sync(0xffffffff, v, offset);
  if (t % 32 == 0)
    part[t / 32] = v;
  __syncthreads();
  if (t == 0) {
    for (int w = 1; w < Block / 32; ++w)
      v += part[w];
    sums[blockIdx.x] = v;
  }
}

int main() {
  const int n = 1 << 24;
  float *in, *sums;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&sums, n / Block * sizeof(float));
  reduce_interleaved<<<n / Block, Block>>>(in, sums);
  reduce_sequential<<<n / Block, Block>>>(in, sums);
  reduce_shuffle<<<n / Block, Block>>>(in, sums);
  cudaDeviceSynchronize();
}
