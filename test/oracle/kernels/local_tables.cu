// Arrays of one work-item, indexed by what is known and what is not.

__global__ void local_tables(float *y, int *z, int n) {
  int t = threadIdx.x;
  float a[8];
  int b[4] = {3, 1, 4, 1};
  for (int k = 0; k < 8; ++k)
    a[k] = k + t;
  for (int k = 0; k < n; ++k)
    a[(k + t) & 7] += a[k];
  y[(blockIdx.x * blockDim.x + threadIdx.x)] = a[t % 8] + a[3];
  z[b[t & 3] * 64 + t] = b[n & 1];
}
