// Local memory whose size the launch decides.

__global__ void local_arguments(const float *x, float *y, int n) {
  extern __shared__ float a[];
  double *b = (double *)(a + 256);
  int t = threadIdx.x;
  a[t * n] = x[(blockIdx.x * blockDim.x + threadIdx.x)];
  b[t * 2 % 64] = t;
  __syncthreads();
  for (int k = 1; k < n; ++k) {
    y[(blockIdx.x * blockDim.x + threadIdx.x) + k] = a[t * n / k];
    __syncthreads();
    a[t ^ k] = b[t * k % 32];
  }
}
