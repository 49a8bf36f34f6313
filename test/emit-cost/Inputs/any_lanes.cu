// Threads that pass and addresses that no row describes: warps are gone over lane
// by lane.
__global__ void permuted(float *out, const float *in, int rows, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows * width)
    out[i] = in[i % width * rows + i / width];
}

__global__ void every_third(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 3 == 1 && i < n)
    out[2 * i] = 1;
}

__global__ void triangle(float *out, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k <= i % width; ++k)
    out[i * width + k] = 1;
}

__global__ void banks(float *out) {
  __shared__ float part[1024];
  part[threadIdx.x * 3 % 1024] = 1;
  __syncthreads();
  out[threadIdx.x] = part[threadIdx.x / 5 * 2];
}

__global__ void vectors(float4 *out, const short *in, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i / 2] = *reinterpret_cast<const float4 *>(in + i % 4 * width);
}

__global__ void in_local_memory(float *out, int n) {
  float own[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 64; ++k)
    own[k] = k;
  if (i % 3 == 0)
    out[i] = own[i % n];
}

__global__ void asked(float *out, const float *bias, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = 0;
  if (bias != nullptr)
    v = bias[i % n];
  out[i] = v;
}
