// Keeps the elements above a threshold, in any order: every thread that keeps
// one takes a place from one counter in global memory, or from a counter of its
// block, which then takes all its places at once. The share kept decides how
// many meet at the counter; neighbours land near each other.

extern "C" __global__ void compact_global(int n, int threshold, const int *in,
                                          int *out, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int value = in[i];
    if (value > threshold)
      out[atomicAdd(count, 1)] = value;
  }
}

extern "C" __global__ void compact_shared(int n, int threshold, const int *in,
                                          int *out, int *count) {
  __shared__ int kept, first;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = i < n ? in[i] : threshold;
  int place = 0;
  if (threadIdx.x == 0)
    kept = 0;
  __syncthreads();
  if (value > threshold)
    place = atomicAdd(&kept, 1);
  __syncthreads();
  if (threadIdx.x == 0)
    first = atomicAdd(count, kept);
  __syncthreads();
  if (value > threshold)
    out[first + place] = value;
}
