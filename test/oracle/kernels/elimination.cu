// Gauss's elimination in one block: with every step one row and column less is
// left to do.

__global__ void elimination(float *a, int n) {
  int tx = threadIdx.x, ty = threadIdx.y;
  for (int step = 0; step < n - 1; ++step) {
    for (int row = step + 1 + ty; row < n; row += blockDim.y)
      for (int column = step + 1 + tx; column < n; column += blockDim.x)
        a[row * n + column] -= a[row * n + step] * a[step * n + column];
    __syncthreads();
  }
}
