// Prefix sums of each block's elements: the tree of Baghsorkhi et al. (PPoPP
// 2010, section 4.2) with divergent branches (Init), with threads packed into
// the first warps but bank conflicts (Div), each also with padded shared memory
// (Init_B, Div_B), and Hillis and Steele's more additions in fewer steps.

#ifndef LOG_BANKS
#define LOG_BANKS 5
#endif
#define PADDED(i) ((i) + ((i) >> LOG_BANKS))

extern __shared__ float shared[];

// Thread t owns element 2 t + 1 in every step.
extern "C" __global__ void scan_init(int n, const float *in, float *out) {
  int t = threadIdx.x, threads = blockDim.x;
  int first = blockIdx.x * 2 * threads;
  int element = 2 * t + 1;
  shared[t] = first + t < n ? in[first + t] : 0.0f;
  shared[t + threads] =
      first + t + threads < n ? in[first + t + threads] : 0.0f;
  for (int stride = 1; stride <= threads; stride *= 2) {
    __syncthreads();
    if (((t + 1) & (stride - 1)) == 0)
      shared[element] += shared[element - stride];
  }
  if (t == threads - 1)
    shared[element] = 0.0f;
  for (int stride = threads; stride > 0; stride /= 2) {
    __syncthreads();
    if (((t + 1) & (stride - 1)) == 0) {
      float left = shared[element - stride];
      shared[element - stride] = shared[element];
      shared[element] += left;
    }
  }
  __syncthreads();
  if (first + t < n)
    out[first + t] = shared[t];
  if (first + t + threads < n)
    out[first + t + threads] = shared[t + threads];
}

// The active threads are the first ones; thread t's element moves with the
// step.
extern "C" __global__ void scan_div(int n, const float *in, float *out) {
  int t = threadIdx.x, threads = blockDim.x;
  int first = blockIdx.x * 2 * threads;
  shared[t] = first + t < n ? in[first + t] : 0.0f;
  shared[t + threads] =
      first + t + threads < n ? in[first + t + threads] : 0.0f;
  int stride = 1;
  for (int active = threads; active > 0; active /= 2) {
    __syncthreads();
    if (t < active) {
      int element = stride * (2 * t + 2) - 1;
      shared[element] += shared[element - stride];
    }
    stride *= 2;
  }
  if (t == 0)
    shared[2 * threads - 1] = 0.0f;
  for (int active = 1; active <= threads; active *= 2) {
    stride /= 2;
    __syncthreads();
    if (t < active) {
      int element = stride * (2 * t + 2) - 1;
      float left = shared[element - stride];
      shared[element - stride] = shared[element];
      shared[element] += left;
    }
  }
  __syncthreads();
  if (first + t < n)
    out[first + t] = shared[t];
  if (first + t + threads < n)
    out[first + t + threads] = shared[t + threads];
}

extern "C" __global__ void scan_init_b(int n, const float *in, float *out) {
  int t = threadIdx.x, threads = blockDim.x;
  int first = blockIdx.x * 2 * threads;
  int element = 2 * t + 1;
  shared[PADDED(t)] = first + t < n ? in[first + t] : 0.0f;
  shared[PADDED(t + threads)] =
      first + t + threads < n ? in[first + t + threads] : 0.0f;
  for (int stride = 1; stride <= threads; stride *= 2) {
    __syncthreads();
    if (((t + 1) & (stride - 1)) == 0)
      shared[PADDED(element)] += shared[PADDED(element - stride)];
  }
  if (t == threads - 1)
    shared[PADDED(element)] = 0.0f;
  for (int stride = threads; stride > 0; stride /= 2) {
    __syncthreads();
    if (((t + 1) & (stride - 1)) == 0) {
      float left = shared[PADDED(element - stride)];
      shared[PADDED(element - stride)] = shared[PADDED(element)];
      shared[PADDED(element)] += left;
    }
  }
  __syncthreads();
  if (first + t < n)
    out[first + t] = shared[PADDED(t)];
  if (first + t + threads < n)
    out[first + t + threads] = shared[PADDED(t + threads)];
}

extern "C" __global__ void scan_div_b(int n, const float *in, float *out) {
  int t = threadIdx.x, threads = blockDim.x;
  int first = blockIdx.x * 2 * threads;
  shared[PADDED(t)] = first + t < n ? in[first + t] : 0.0f;
  shared[PADDED(t + threads)] =
      first + t + threads < n ? in[first + t + threads] : 0.0f;
  int stride = 1;
  for (int active = threads; active > 0; active /= 2) {
    __syncthreads();
    if (t < active) {
      int element = stride * (2 * t + 2) - 1;
      shared[PADDED(element)] += shared[PADDED(element - stride)];
    }
    stride *= 2;
  }
  if (t == 0)
    shared[PADDED(2 * threads - 1)] = 0.0f;
  for (int active = 1; active <= threads; active *= 2) {
    stride /= 2;
    __syncthreads();
    if (t < active) {
      int element = stride * (2 * t + 2) - 1;
      float left = shared[PADDED(element - stride)];
      shared[PADDED(element - stride)] = shared[PADDED(element)];
      shared[PADDED(element)] += left;
    }
  }
  __syncthreads();
  if (first + t < n)
    out[first + t] = shared[PADDED(t)];
  if (first + t + threads < n)
    out[first + t + threads] = shared[PADDED(t + threads)];
}

// Inclusive, T elements by T threads: log2 T steps in which nearly all threads
// add, between two halves of the shared array, with no bank conflict.
extern "C" __global__ void scan_hillis_steele(int n, const float *in,
                                              float *out) {
  int t = threadIdx.x, threads = blockDim.x;
  int i = blockIdx.x * threads + t;
  int from = 0;
  shared[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (int offset = 1; offset < threads; offset *= 2) {
    int to = threads - from;
    if (t >= offset)
      shared[to + t] = shared[from + t] + shared[from + t - offset];
    else
      shared[to + t] = shared[from + t];
    from = to;
    __syncthreads();
  }
  if (i < n)
    out[i] = shared[from + t];
}
