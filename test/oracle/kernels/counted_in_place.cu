// Elements that are counted up, doubled or shifted where they stand: a load and
// a store at one place.

__global__ void counted_in_place(int *x, float *y, int n) {
  __shared__ int bins[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
  bins[t % 64] = 0;
  __syncthreads();
  x[i]++;
  --x[i * 2 + 256];
  y[i] *= 2;
  for (int k = 0; k < n; ++k)
    x[i + k] <<= 1;
  bins[t * n % 64] |= 1;
  int before = x[600 + i]++;
  y[i + 512] = ++bins[t / 2];
}
