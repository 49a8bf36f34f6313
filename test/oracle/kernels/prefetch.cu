// While a block works on one tile, it already loads the next one into
// registers.

__global__ void prefetch(const float *x, float *y, int n) {
  __shared__ float tile[128];
  int t = threadIdx.x, size = blockDim.x;
  int step = size * gridDim.x;
  int first = blockIdx.x * size;
  float next = first + t < n ? x[first + t] : 0;
  while (first < n) {
    tile[t] = next;
    __syncthreads();
    int here = first + t;
    first += step;
    if (first + t < n)
      next = x[first + t];
    if (here < n)
      y[here] = tile[t] + tile[(t + 1) % size];
    __syncthreads();
  }
}
