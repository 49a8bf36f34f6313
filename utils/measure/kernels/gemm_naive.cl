// C = A B, one element a work-item, straight from global memory: the work-items
// of a row of the group read the same element of A (a broadcast) and
// neighbouring elements of B (coalesced); all reuse is left to the caches.

__kernel void gemm_naive(int m, int n, int k, __global const float *a,
                         __global const float *b, __global float *c) {
  int column = get_global_id(0);
  int row = get_global_id(1);
  if (row < m && column < n) {
    float sum = 0;
    for (int p = 0; p < k; ++p)
      sum += a[row * k + p] * b[p * n + column];
    c[row * n + column] = sum;
  }
}
