// A stride of s words in shared memory meets gcd(s, 32) lanes in each bank: odd
// strides are free, powers of two are the worst.

__global__ void bank_strides(float *y, int s) {
  __shared__ float a[4288];
  int t = threadIdx.x;
  a[2144 + t * s] = t;
  __syncthreads();
  y[blockIdx.x * blockDim.x + threadIdx.x] = a[2144 - t * s];
}
