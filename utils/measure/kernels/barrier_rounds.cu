// Heat spreads along a ring of one block's threads, held twice in shared
// memory: each round reads one copy, writes the other and meets at a barrier.
// Little work between barriers, so that the time is theirs and grows with the
// block.

extern "C" __global__ void barrier_rounds(int n, int rounds, const float *in,
                                          float *out) {
  extern __shared__ float shared[];
  int size = blockDim.x;
  int t = threadIdx.x;
  int i = blockIdx.x * size + t;
  int left = t == 0 ? size - 1 : t - 1;
  int right = t == size - 1 ? 0 : t + 1;
  float *from = shared;
  float *to = shared + size;
  from[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (int round = 0; round < rounds; ++round) {
    to[t] = 0.25f * from[left] + 0.5f * from[t] + 0.25f * from[right];
    __syncthreads();
    float *written = to;
    to = from;
    from = written;
  }
  if (i < n)
    out[i] = from[t];
}
