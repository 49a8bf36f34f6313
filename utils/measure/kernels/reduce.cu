// Sums of an array, one partial sum a block, in the steps of the textbook: the
// tree over the threads of a block first with divergent branches, then with
// bank conflicts, then with neither; a grid-stride loop that adds before the
// tree; warp shuffles in place of shared memory. Blocks are powers of two.

extern __shared__ float shared[];

// The threads that add are spread over all warps: every warp diverges in every
// step, and the remainder is a division.
extern "C" __global__ void reduce_divergent(int n, const float *in,
                                            float *out) {
  int t = threadIdx.x, threads = blockDim.x;
  int i = blockIdx.x * threads + t;
  shared[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (int stride = 1; stride < threads; stride *= 2) {
    if (t % (2 * stride) == 0)
      shared[t] += shared[t + stride];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = shared[0];
}

// The first threads add, so whole warps rest; what they add lies 2 * stride
// words apart: bank conflicts of degree 2, 4, ... 32.
extern "C" __global__ void reduce_conflicts(int n, const float *in,
                                            float *out) {
  int t = threadIdx.x, threads = blockDim.x;
  int i = blockIdx.x * threads + t;
  shared[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (int stride = 1; stride < threads; stride *= 2) {
    int index = 2 * stride * t;
    if (index < threads)
      shared[index] += shared[index + stride];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = shared[0];
}

// Neither divergence (but in the last five steps) nor bank conflicts.
extern "C" __global__ void reduce_sequential(int n, const float *in,
                                             float *out) {
  int t = threadIdx.x, threads = blockDim.x;
  int i = blockIdx.x * threads + t;
  shared[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (int stride = threads / 2; stride > 0; stride /= 2) {
    if (t < stride)
      shared[t] += shared[t + stride];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = shared[0];
}

// A fixed grid walks over the array, two elements a step: the tree's cost no
// longer grows with n.
extern "C" __global__ void reduce_grid_stride(int n, const float *in,
                                              float *out) {
  int t = threadIdx.x, threads = blockDim.x;
  float sum = 0.0f;
  for (int i = blockIdx.x * (2 * threads) + t; i < n;
       i += 2 * threads * gridDim.x) {
    sum += in[i];
    if (i + threads < n)
      sum += in[i + threads];
  }
  shared[t] = sum;
  __syncthreads();
  for (int stride = threads / 2; stride > 0; stride /= 2) {
    if (t < stride)
      shared[t] += shared[t + stride];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = shared[0];
}

// Warps reduce in registers; shared memory holds one word a warp.
extern "C" __global__ void reduce_shuffle(int n, const float *in, float *out) {
  __shared__ float partial[32];
  int t = threadIdx.x, threads = blockDim.x;
  int lane = t % 32, warp = t / 32;
  float sum = 0.0f;
  for (int i = blockIdx.x * threads + t; i < n; i += threads * gridDim.x)
    sum += in[i];
  for (int offset = 16; offset > 0; offset /= 2)
    sum += __shfl_down_sync(0xffffffffu, sum, offset);
  if (lane == 0)
    partial[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    sum = lane < threads / 32 ? partial[lane] : 0.0f;
    for (int offset = 16; offset > 0; offset /= 2)
      sum += __shfl_down_sync(0xffffffffu, sum, offset);
    if (lane == 0)
      out[blockIdx.x] = sum;
  }
}
