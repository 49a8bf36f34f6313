// Element i goes where the bits of i are reversed: bit by bit in a loop, and in
// five steps that swap ever larger groups of bits.

__global__ void bit_reversal(const float *x, float *y, int bits) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned slow = 0;
  for (int k = 0; k < bits; ++k)
    slow |= (i >> k & 1) << (bits - 1 - k);
  y[slow] = x[i];
  unsigned v = i;
  v = (v >> 1 & 0x55555555) | (v & 0x55555555) << 1;
  v = (v >> 2 & 0x33333333) | (v & 0x33333333) << 2;
  v = (v >> 4 & 0x0f0f0f0f) | (v & 0x0f0f0f0f) << 4;
  v = (v >> 8 & 0x00ff00ff) | (v & 0x00ff00ff) << 8;
  v = v >> 16 | v << 16;
  y[256 + (v >> (32 - bits))] = x[i];
}
