// C = A B, one element a thread, straight from global memory: the threads of a
// row of the block read the same element of A (a broadcast) and neighbouring
// elements of B (coalesced); all reuse of either is left to the caches.

extern "C" __global__ void gemm_naive(int m, int n, int k, const float *a,
                                      const float *b, float *c) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < m && column < n) {
    float sum = 0;
    for (int p = 0; p < k; ++p)
      sum += a[row * k + p] * b[p * n + column];
    c[row * n + column] = sum;
  }
}
