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
