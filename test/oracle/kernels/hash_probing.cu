// Open addressing: a slot is tried, then the next, until a free one is found.
// Where it begins is known, where it ends is not.

__global__ void hash_probing(const float *x, int *table) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int slot = (i * 0x9e3779b1u) >> 24;
  float value = x[slot];
  for (int tries = 0; tries < 8; ++tries) {         // data
    int before = atomicCAS(&table[slot], 0, i + 1); // data
    if (before == 0 || value > 2)                   // data
      break;
    slot = (slot + 1) & 255;
  }
}
