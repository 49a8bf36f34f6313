// Dynamic programming: an entry needs those above and to the left, so the table
// is filled diagonal by diagonal, with a barrier between them.

__global__ void wavefront(int *y, int n) {
  __shared__ int table[33][33];
  int t = threadIdx.x;
  if (t <= n)
    table[t][0] = table[0][t] = t;
  for (int diagonal = 0; diagonal < 2 * n - 1; ++diagonal) {
    __syncthreads();
    int column = t, row = diagonal - t;
    if (t < n && row >= 0 && row < n) {
      int best = min(table[row][column + 1], table[row + 1][column]);
      table[row + 1][column + 1] = min(best, table[row][column]) + 1;
    }
  }
  __syncthreads();
  for (int k = 0; k < n; ++k)
    if (t < n)
      y[(blockIdx.x * n + k) * n + t] = table[k + 1][t + 1];
}
