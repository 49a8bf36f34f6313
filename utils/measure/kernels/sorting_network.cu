// Steps of sorting networks: one of the bitonic network over global memory,
// where half of the threads are idle (every other lane, warp or block, by the
// distance j), one of Batcher's merge exchange (Knuth, algorithm 5.2.2M), and
// bitonic sorting of a block's elements in shared memory, a barrier a step.

// One of the steps (j, k) of an array of 2^m elements: elements j apart become
// ascending where bit k of the index is clear, else descending.
extern "C" __global__ void bitonic_step(int n, int j, int k, int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int partner = i ^ j;
  if (i < n && partner > i) {
    int a = data[i], b = data[partner];
    if ((a > b) == ((i & k) == 0)) {
      data[i] = b;
      data[partner] = a;
    }
  }
}

// Elements d apart, where the bits p of the lower index are r.
extern "C" __global__ void merge_exchange_step(int n, int p, int r, int d,
                                               int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + d < n && (i & p) == r) {
    int a = data[i], b = data[i + d];
    if (a > b) {
      data[i] = b;
      data[i + d] = a;
    }
  }
}

extern __shared__ int shared[];

// T threads sort 2 T elements in ascending order.
extern "C" __global__ void bitonic_block(const int *in, int *out) {
  int t = threadIdx.x, threads = blockDim.x;
  int first = blockIdx.x * 2 * threads;
  shared[t] = in[first + t];
  shared[t + threads] = in[first + t + threads];
  for (int k = 2; k <= 2 * threads; k *= 2) {
    for (int j = k / 2; j > 0; j /= 2) {
      __syncthreads();
      int i = 2 * t - (t & (j - 1));
      int a = shared[i], b = shared[i + j];
      if ((a > b) == ((i & k) == 0)) {
        shared[i] = b;
        shared[i + j] = a;
      }
    }
  }
  __syncthreads();
  out[first + t] = shared[t];
  out[first + t + threads] = shared[t + threads];
}
