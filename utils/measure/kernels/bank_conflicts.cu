// Lanes that access shared memory stride words apart: the warp's 32 words lie
// in 32 / gcd(stride, 32) banks, so that an access takes gcd(stride, 32) turns.
// Once as independent reads in a loop, once as an exchange between neighbours
// with a barrier after every step.

#ifndef WORDS
#define WORDS 1024
#endif
#ifndef BLOCK
#define BLOCK 256
#endif

// WORDS is a power of two, at least 32 times the stride: no two lanes of a warp
// read the same word, which would be a broadcast.
extern "C" __global__ void bank_conflicts_read(int stride, int rounds,
                                               const float *in, float *out) {
  __shared__ float tile[WORDS];
  for (int i = threadIdx.x; i < WORDS; i += blockDim.x)
    tile[i] = in[i];
  __syncthreads();
  int word = threadIdx.x * stride;
  float sum = 0.0f;
  for (int round = 0; round < rounds; ++round)
    sum += tile[(word + round) & (WORDS - 1)];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// The block is BLOCK threads; the stride is at most 32.
extern "C" __global__ void
bank_conflicts_exchange(int stride, int rounds, const float *in, float *out) {
  __shared__ float tile[BLOCK * 32];
  int t = threadIdx.x;
  int neighbour = (t + 1) % BLOCK;
  float value = in[blockIdx.x * BLOCK + t];
  for (int round = 0; round < rounds; ++round) {
    tile[t * stride] = value;
    __syncthreads();
    value = tile[neighbour * stride] + 1.0f;
    __syncthreads();
  }
  out[blockIdx.x * BLOCK + t] = value;
}
