// Inclusive prefix sums of one block's elements: Hillis and Steele's scheme
// (more additions, no conflicts) and Blelloch's tree (fewer additions, bank
// conflicts that grow with the stride).
#include <cuda_runtime.h>

constexpr int Block = 256;

__global__ void scan_steps(const float *in, float *out) {
  __shared__ float part[2][Block];
  int t = threadIdx.x, source = 0;
  part[0][t] = in[blockIdx.x * Block + t];
  __syncthreads();
  for (int offset = 1; offset < Block; offset *= 2) {
    int target = 1 - source;
    float v = part[source][t];
    if (t >= offset)
      v += part[source][t - offset];
    part[target][t] = v;
    source = target;
    __syncthreads();
  }
  out[blockIdx.x * Block + t] = part[source][t];
}

__global__ void scan_tree(const float *in, float *out) {
  __shared__ float part[2 * Block];
  int t = threadIdx.x, first = blockIdx.x * 2 * Block;
  part[2 * t] = in[first + 2 * t];
  part[2 * t + 1] = in[first + 2 * t + 1];
  int offset = 1;
  for (int d = Block; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d)
      part[offset * (2 * t + 2) - 1] += part[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  if (t == 0)
    part[2 * Block - 1] = 0;
  for (int d = 1; d < 2 * Block; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
      float old = part[a];
      part[a] = part[b];
      part[b] += old;
    }
  }
  __syncthreads();
  out[first + 2 * t] = part[2 * t];
  out[first + 2 * t + 1] = part[2 * t + 1];
}

int main() {
  const int n = 1 << 22;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  scan_steps<<<n / Block, Block>>>(in, out);
  scan_tree<<<n / (2 * Block), Block>>>(in, out);
  cudaDeviceSynchronize();
}
