// C = A B for square matrices in the versions of Baghsorkhi et al., PPoPP 2010,
// section 4.1: "Global" reads every element from memory, where all lanes of a
// half-warp read the same element of A; the others keep 16 x 16 elements of A
// and 16 x Width elements of B in shared memory, and each thread computes
// Width / 16 results. The paper says of a Width of 16 only that the compiler
// unrolled the loop over the tile. utils/order-of-versions compares them.

__global__ void multiply_global(const float *A, const float *B, float *C,
                                int n) {
  int column = blockIdx.x * 16 + threadIdx.x;
  int row = blockIdx.y * 16 + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += A[row * n + k] * B[k * n + column];
  C[row * n + column] = sum;
}

template <int Width, bool Unrolled>
__global__ void multiply_tiled(const float *A, const float *B, float *C,
                               int n) {
  constexpr int Results = Width / 16;
  __shared__ float tileA[16][16];
  __shared__ float tileB[16][Width];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * 16 + y, column = blockIdx.x * Width + x;
  float sum[Results];
#pragma unroll
  for (int j = 0; j < Results; ++j)
    sum[j] = 0;
  for (int k0 = 0; k0 < n; k0 += 16) {
    tileA[y][x] = A[row * n + k0 + x];
#pragma unroll
    for (int j = 0; j < Results; ++j)
      tileB[y][x + 16 * j] = B[(k0 + y) * n + column + 16 * j];
    __syncthreads();
#pragma unroll(Unrolled ? 16 : 1)
    for (int k = 0; k < 16; ++k) {
      float a = tileA[y][k];
#pragma unroll
      for (int j = 0; j < Results; ++j)
        sum[j] += a * tileB[k][x + 16 * j];
    }
    __syncthreads();
  }
#pragma unroll
  for (int j = 0; j < Results; ++j)
    C[row * n + column + 16 * j] = sum[j];
}

int main() {
  const int n = 1536;
  float *A, *B, *C;
  cudaMalloc(&A, n * n * sizeof(float));
  cudaMalloc(&B, n * n * sizeof(float));
  cudaMalloc(&C, n * n * sizeof(float));
  dim3 block(16, 16);
  multiply_global<<<dim3(n / 16, n / 16), block>>>(A, B, C, n);
  multiply_tiled<16, true><<<dim3(n / 16, n / 16), block>>>(A, B, C, n);
  multiply_tiled<32, false><<<dim3(n / 32, n / 16), block>>>(A, B, C, n);
  multiply_tiled<64, false><<<dim3(n / 64, n / 16), block>>>(A, B, C, n);
  multiply_tiled<128, false><<<dim3(n / 128, n / 16), block>>>(A, B, C, n);
  multiply_tiled<192, false><<<dim3(n / 192, n / 16), block>>>(A, B, C, n);
  multiply_tiled<32, true><<<dim3(n / 32, n / 16), block>>>(A, B, C, n);
  multiply_tiled<64, true><<<dim3(n / 64, n / 16), block>>>(A, B, C, n);
  multiply_tiled<128, true><<<dim3(n / 128, n / 16), block>>>(A, B, C, n);
  multiply_tiled<192, true><<<dim3(n / 192, n / 16), block>>>(A, B, C, n);
  cudaDeviceSynchronize();
}
