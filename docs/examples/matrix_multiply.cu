// C = A B for square matrices, naive and with tiles in shared memory.
#include <cuda_runtime.h>

constexpr int Tile = 16;

__global__ void multiply_naive(const float *A, const float *B, float *C,
                               int n) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= n || column >= n)
    return;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += A[row * n + k] * B[k * n + column];
  C[row * n + column] = sum;
}

__global__ void multiply_tiled(const float *A, const float *B, float *C,
                               int n) {
  __shared__ float tileA[Tile][Tile];
  __shared__ float tileB[Tile][Tile];
  int column = blockIdx.x * Tile + threadIdx.x;
  int row = blockIdx.y * Tile + threadIdx.y;
  float sum = 0;
  for (int k0 = 0; k0 < n; k0 += Tile) {
    tileA[threadIdx.y][threadIdx.x] = A[row * n + k0 + threadIdx.x];
    tileB[threadIdx.y][threadIdx.x] = B[(k0 + threadIdx.y) * n + column];
    __syncthreads();
    for (int k = 0; k < Tile; ++k)
      sum += tileA[threadIdx.y][k] * tileB[k][threadIdx.x];
    __syncthreads();
  }
  C[row * n + column] = sum;
}

int main() {
  const int n = 1024;
  float *A, *B, *C;
  cudaMalloc(&A, n * n * sizeof(float));
  cudaMalloc(&B, n * n * sizeof(float));
  cudaMalloc(&C, n * n * sizeof(float));
  dim3 block(Tile, Tile);
  dim3 grid(n / Tile, n / Tile);
  multiply_naive<<<grid, block>>>(A, B, C, n);
  multiply_tiled<<<grid, block>>>(A, B, C, n);
  cudaDeviceSynchronize();
}
