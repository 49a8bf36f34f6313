// One radix-2 step of a Stockham FFT over global memory, and a whole transform
// of 512 points in shared memory, where the stride of the butterflies decides
// about bank conflicts.
#include <cuda_runtime.h>

constexpr int Points = 512;

__device__ float2 times(float2 a, float2 b) {
  return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

__device__ float2 twiddle(int k, int n) {
  float s, c;
  __sincosf(-6.2831853f * k / n, &s, &c);
  return make_float2(c, s);
}

__global__ void fft_step(const float2 *in, float2 *out, int n, int half) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  float2 a = in[t];
  float2 b = times(in[t + n / 2], twiddle(t % half, 2 * half));
  int to = t / half * half * 2 + t % half;
  out[to] = make_float2(a.x + b.x, a.y + b.y);
  out[to + half] = make_float2(a.x - b.x, a.y - b.y);
}

__global__ void fft_shared(const float2 *in, float2 *out) {
  __shared__ float2 data[2][Points];
  int t = threadIdx.x, source = 0;
  data[0][t] = in[blockIdx.x * Points + t];
  data[0][t + Points / 2] = in[blockIdx.x * Points + t + Points / 2];
  __syncthreads();
  for (int j = 0; j < 9; ++j) {
    int half = 1 << j;
    float2 a = data[source][t];
    float2 b = times(data[source][t + Points / 2],
                     twiddle(t % half, 2 * half));
    int to = t / half * half * 2 + t % half;
    data[1 - source][to] = make_float2(a.x + b.x, a.y + b.y);
    data[1 - source][to + half] = make_float2(a.x - b.x, a.y - b.y);
    source = 1 - source;
    __syncthreads();
  }
  out[blockIdx.x * Points + t] = data[source][t];
  out[blockIdx.x * Points + t + Points / 2] = data[source][t + Points / 2];
}

int main() {
  const int n = 1 << 20;
  float2 *in, *out;
  cudaMalloc(&in, n * sizeof(float2));
  cudaMalloc(&out, n * sizeof(float2));
  for (int half = 1; half < n; half *= 2)
    fft_step<<<n / 512, 256>>>(in, out, n, half);
  fft_shared<<<n / Points, Points / 2>>>(in, out);
  cudaDeviceSynchronize();
}
