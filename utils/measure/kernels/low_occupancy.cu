// Each block asks for more shared memory than it uses, so that few blocks fit
// on a multiprocessor. A copy (the block turned round) then has too few loads
// in flight, and a chain of dependent operations too few warps to hide behind;
// neither instruction stream changes with the request.

// shared holds at least blockDim.x floats.
extern "C" __global__ void low_occupancy_copy(int n, const float *in,
                                              float *out) {
  extern __shared__ float shared[];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  shared[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  if (i < n)
    out[i] = shared[blockDim.x - 1 - t];
}

extern "C" __global__ void low_occupancy_chain(int n, int rounds, float s,
                                               const float *in, float *out) {
  extern __shared__ float shared[];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  shared[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  float value = shared[blockDim.x - 1 - t];
  for (int round = 0; round < rounds; ++round)
    value = s * value + 1.0f;
  if (i < n)
    out[i] = value;
}
