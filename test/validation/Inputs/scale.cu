// Every thread reads one float and writes one.
__global__ void scale(const float *in, float *out, int n, float a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = a * in[i];
}
