// A block multiplies tile by tile: both operands' tiles are loaded once for all
// threads, with zeros beyond the matrices' edges.

__global__ void matrix_multiply(const float *a, const float *b, float *c, int m,
                                int n, int k) {
  __shared__ float left[TILE][TILE], right[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x,
      row = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int first = 0; first < k; first += TILE) {
    left[ty][tx] = row < m && first + tx < k ? a[row * k + first + tx] : 0;
    right[ty][tx] =
        first + ty < k && column < n ? b[(first + ty) * n + column] : 0;
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += left[ty][i] * right[i][tx];
    __syncthreads();
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}
