// Modulo and xor spread accesses over banks and sectors.

__global__ void swizzles(const float *x, float *y, int s) {
  __shared__ float a[1024];
  int t = threadIdx.x;
  a[t * s % 1024] = x[t * s % 257];
  a[(t * 32 + (t ^ 5)) % 1024] = x[t ^ 21];
  a[(t * s & 1023) ^ (t & 7)] = x[(t * 16) ^ (t / 2)];
  __syncthreads();
  y[(t & 3) * 64 + t / 4] = a[(t * 17 + 3) & 1023] + a[t | 8];
}
