// One pass of a radix sort by the digit at bit `shift`: how often each digit
// occurs in each block, and the move of every key to its place. In between
// comes a prefix sum over the counts, digit by digit, which gives the place of
// each block's first key with each digit (here the host gives it).

#ifndef RADIX_BITS
#define RADIX_BITS 4
#endif
#define DIGITS (1 << RADIX_BITS)

// counts[digit * blocks + block]; contention in shared memory by DIGITS.
extern "C" __global__ void radix_count(int n, int shift, const unsigned *keys,
                                       int *counts) {
  __shared__ int mine[DIGITS];
  int t = threadIdx.x, threads = blockDim.x;
  int i = blockIdx.x * threads + t;
  for (int digit = t; digit < DIGITS; digit += threads)
    mine[digit] = 0;
  __syncthreads();
  if (i < n)
    atomicAdd(&mine[(keys[i] >> shift) & (DIGITS - 1)], 1);
  __syncthreads();
  for (int digit = t; digit < DIGITS; digit += threads)
    counts[digit * gridDim.x + blockIdx.x] = mine[digit];
}

extern __shared__ unsigned shared[];

// The block first sorts its keys by the digit, bit by bit, each time by a
// prefix sum over the keys whose bit is clear; then neighbours mostly go to
// neighbouring places. Keys with equal digits keep their order.
extern "C" __global__ void radix_scatter(int n, int shift, const unsigned *keys,
                                         const int *places, unsigned *sorted) {
  __shared__ int begins[DIGITS];
  int t = threadIdx.x, threads = blockDim.x;
  int i = blockIdx.x * threads + t;
  // Beyond the end: the greatest digit and last in the block, so that they stay
  // behind all keys.
  unsigned key = i < n ? keys[i] : 0xffffffffu;
  for (int bit = shift; bit < shift + RADIX_BITS; ++bit) {
    unsigned clear = ~(key >> bit) & 1u;
    unsigned before = clear;
    shared[t] = before;
    __syncthreads();
    for (int offset = 1; offset < threads; offset *= 2) {
      if (t >= offset)
        before += shared[t - offset];
      __syncthreads();
      shared[t] = before;
      __syncthreads();
    }
    unsigned clears = shared[threads - 1];
    __syncthreads();
    shared[clear ? before - 1 : clears + t - before] = key;
    __syncthreads();
    key = shared[t];
    __syncthreads();
  }
  unsigned digit = (key >> shift) & (DIGITS - 1);
  shared[t] = digit;
  __syncthreads();
  if (t == 0 || shared[t - 1] != digit)
    begins[digit] = t;
  __syncthreads();
  if (i < n)
    sorted[places[digit * gridDim.x + blockIdx.x] + t - begins[digit]] = key;
}
