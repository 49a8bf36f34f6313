// Atomic operations on one word, on a histogram and in local memory.

__global__ void atomics(int *h, int *x, int n) {
  __shared__ int bins[16];
  int i = (blockIdx.x * blockDim.x + threadIdx.x), t = threadIdx.x;
  if (t < 16)
    bins[t] = 0;
  __syncthreads();
  atomicAdd(&bins[t * 3 & 15], 1);
  if (i < n)
    atomicAdd(&h[i % 7], 2);
  atomicAdd(h + 100, t);
  for (int k = t % 4; k < 4; ++k)
    atomicMax(&h[128 + k], i);
  __syncthreads();
  if (t < 16)
    x[i] = bins[t];
}
