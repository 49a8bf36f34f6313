// Loops that the threads of a row leave one after the other, each with the
// number of threads as its step or another one.
__global__ void rows(float *out, const float *in, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    sum += in[blockIdx.x * n + i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void by_64(float *out, int n) {
  __shared__ float part[4096];
  for (int i = threadIdx.x + 3; i < n; i += 64)
    if (i < 4096)
      part[i] = 0;
  out[threadIdx.x] = part[0];
}

__global__ void whole_grid(float *out, const float *in, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += blockDim.x * gridDim.x)
    out[i] = in[i];
}

// Each thread has four elements in a row, those of a warp 128.
__global__ void by_fours(float *out, int n) {
  for (int i = threadIdx.x * 4; i < n; i += 128)
    out[i] = 0;
  if (threadIdx.x * 3 + 1 < n)
    out[threadIdx.x] = 1;
}
