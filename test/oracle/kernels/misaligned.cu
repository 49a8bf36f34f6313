// Offsets and strides that fit no sector, forwards and backwards.

__global__ void misaligned(const float *x, float *y, int s) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i + 1] = x[i + 3];
  y[i + 17] = x[i + 33];
  y[2000 - i] = x[4000 + i * s];
  y[4000 + i * s + s] = x[2000 - 2 * i];
}
