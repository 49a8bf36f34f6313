// Reads and writes through an array of indexes. What they cost is in the data
// alone: with indexes in order a warp touches 4 sectors, with a random
// permutation 32, and permuted runs or windows lie between.

extern "C" __global__ void gather(int n, const int *index, const float *in,
                                  float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[index[i]];
}

// index is a permutation: no two threads write the same element.
extern "C" __global__ void scatter(int n, const int *index, const float *in,
                                   float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[index[i]] = in[i];
}
