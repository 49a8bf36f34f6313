// A loop over the bits that are set in a mask: as many rounds as there are
// ones, each at another place.

__global__ void set_bits(const float *x, float *y, int mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned left = i * 37 & mask;
  float sum = 0;
  while (left) {
    unsigned lowest = left & -left;
    sum += x[31 - __clz(lowest)];
    left &= left - 1;
  }
  y[i] = sum + x[__popc(i & mask) + 32];
}
