// The block's size is nowhere in it: all launches have one text.
__global__ void rounds(float *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
