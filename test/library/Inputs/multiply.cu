__global__ void multiply(const float *A, const float *B, float *C, int n) {
  __shared__ float a[TILE][TILE], b[TILE][TILE];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * blockDim.y + y, column = blockIdx.x * TILE + x;
  float sum = 0;
  for (int k0 = 0; k0 < n; k0 += TILE) {
    a[y][x] = row < n && k0 + x < n ? A[row * n + k0 + x] : 0;
    b[y][x] = column < n && k0 + y < n ? B[(k0 + y) * n + column] : 0;
    __syncthreads();
    for (int k = 0; k < TILE; ++k)
      sum += a[y][k] * b[k][x];
    __syncthreads();
  }
  if (row < n && column < n)
    C[row * n + column] = sum;
}

__global__ void strided(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[8 * i];
}

// What strided is with its loads coalesced.
__global__ void copy(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}
