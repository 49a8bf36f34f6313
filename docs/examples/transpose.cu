// Three transposes: straight through memory, through a shared tile, and
// through a tile with a padding column that removes its bank conflicts.
#include <cuda_runtime.h>

constexpr int Tile = 32;
constexpr int Rows = 8; // rows of a tile that one pass of the block handles

__global__ void transpose_naive(float *out, const float *in, int n) {
  int x = blockIdx.x * Tile + threadIdx.x;
  int y = blockIdx.y * Tile + threadIdx.y;
  for (int j = 0; j < Tile; j += Rows)
    out[x * n + y + j] = in[(y + j) * n + x];
}

__global__ void transpose_tiled(float *out, const float *in, int n) {
  __shared__ float tile[Tile][Tile];
  int x = blockIdx.x * Tile + threadIdx.x;
  int y = blockIdx.y * Tile + threadIdx.y;
  for (int j = 0; j < Tile; j += Rows)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * Tile + threadIdx.x;
  y = blockIdx.x * Tile + threadIdx.y;
  for (int j = 0; j < Tile; j += Rows)
    out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void transpose_padded(float *out, const float *in, int n) {
  __shared__ float tile[Tile][Tile + 1];
  int x = blockIdx.x * Tile + threadIdx.x;
  int y = blockIdx.y * Tile + threadIdx.y;
  for (int j = 0; j < Tile; j += Rows)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * Tile + threadIdx.x;
  y = blockIdx.x * Tile + threadIdx.y;
  for (int j = 0; j < Tile; j += Rows)
    out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main() {
  const int n = 4096;
  float *in, *out;
  cudaMalloc(&in, n * n * sizeof(float));
  cudaMalloc(&out, n * n * sizeof(float));
  dim3 block(Tile, Rows);
  dim3 grid(n / Tile, n / Tile);
  transpose_naive<<<grid, block>>>(out, in, n);
  transpose_tiled<<<grid, block>>>(out, in, n);
  transpose_padded<<<grid, block>>>(out, in, n);
  cudaDeviceSynchronize();
}
