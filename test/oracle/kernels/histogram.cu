// Each block counts into bins of its own in shared memory and adds them to the
// common ones at the end. Where bins meet follows the values; here also the
// index.

__global__ void histogram(const unsigned char *x, int *h, int n) {
  __shared__ int bins[32], places[32];
  int t = threadIdx.x, size = blockDim.x;
  for (int k = t; k < 32; k += size)
    bins[k] = places[k] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += (gridDim.x * blockDim.x)) {
    int value = x[i] & 31;
    atomicAdd(&bins[value], 1); // data
    atomicAdd(&places[i * 7 % 19], 1);
  }
  __syncthreads();
  for (int k = t; k < 32; k += size)
    atomicAdd(&h[k], bins[k] + places[k]);
}
