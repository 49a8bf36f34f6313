// Step k of an LU decomposition in place, without pivoting. lu_scale divides
// the column below the diagonal by the pivot: one float a row, n floats apart.
// lu_update subtracts the outer product of that column and the pivot's row from
// what remains, a square that shrinks with k while the rows stay n floats
// apart.

extern "C" __global__ void lu_scale(int n, int k, float *a) {
  int i = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i * n + k] = a[i * n + k] / a[k * n + k];
}

extern "C" __global__ void lu_update(int n, int k, float *a) {
  int j = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
  int i = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n)
    a[i * n + j] -= a[i * n + k] * a[k * n + j];
}
