// Prefix sums of each group's elements: the tree of Baghsorkhi et al. (PPoPP
// 2010, section 4.2) with divergent branches (Init), with work-items packed
// into the first warps but bank conflicts (Div), each also with padded local
// memory (Init_B, Div_B), and Hillis and Steele's, of more additions.

#ifndef LOG_BANKS
#define LOG_BANKS 5
#endif
#define PADDED(i) ((i) + ((i) >> LOG_BANKS))

// Work-item t owns element 2 t + 1 in every step.
__kernel void scan_init(int n, __global const float *in, __global float *out,
                        __local float *shared) {
  int t = get_local_id(0), threads = get_local_size(0);
  int first = get_group_id(0) * 2 * threads;
  int element = 2 * t + 1;
  shared[t] = first + t < n ? in[first + t] : 0.0f;
  shared[t + threads] =
      first + t + threads < n ? in[first + t + threads] : 0.0f;
  for (int stride = 1; stride <= threads; stride *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (((t + 1) & (stride - 1)) == 0)
      shared[element] += shared[element - stride];
  }
  if (t == threads - 1)
    shared[element] = 0.0f;
  for (int stride = threads; stride > 0; stride /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (((t + 1) & (stride - 1)) == 0) {
      float left = shared[element - stride];
      shared[element - stride] = shared[element];
      shared[element] += left;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (first + t < n)
    out[first + t] = shared[t];
  if (first + t + threads < n)
    out[first + t + threads] = shared[t + threads];
}

// The active work-items are the first ones; work-item t's element moves with
// the step.
__kernel void scan_div(int n, __global const float *in, __global float *out,
                       __local float *shared) {
  int t = get_local_id(0), threads = get_local_size(0);
  int first = get_group_id(0) * 2 * threads;
  shared[t] = first + t < n ? in[first + t] : 0.0f;
  shared[t + threads] =
      first + t + threads < n ? in[first + t + threads] : 0.0f;
  int stride = 1;
  for (int active = threads; active > 0; active /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
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
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < active) {
      int element = stride * (2 * t + 2) - 1;
      float left = shared[element - stride];
      shared[element - stride] = shared[element];
      shared[element] += left;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (first + t < n)
    out[first + t] = shared[t];
  if (first + t + threads < n)
    out[first + t + threads] = shared[t + threads];
}

__kernel void scan_init_b(int n, __global const float *in, __global float *out,
                          __local float *shared) {
  int t = get_local_id(0), threads = get_local_size(0);
  int first = get_group_id(0) * 2 * threads;
  int element = 2 * t + 1;
  shared[PADDED(t)] = first + t < n ? in[first + t] : 0.0f;
  shared[PADDED(t + threads)] =
      first + t + threads < n ? in[first + t + threads] : 0.0f;
  for (int stride = 1; stride <= threads; stride *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (((t + 1) & (stride - 1)) == 0)
      shared[PADDED(element)] += shared[PADDED(element - stride)];
  }
  if (t == threads - 1)
    shared[PADDED(element)] = 0.0f;
  for (int stride = threads; stride > 0; stride /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (((t + 1) & (stride - 1)) == 0) {
      float left = shared[PADDED(element - stride)];
      shared[PADDED(element - stride)] = shared[PADDED(element)];
      shared[PADDED(element)] += left;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (first + t < n)
    out[first + t] = shared[PADDED(t)];
  if (first + t + threads < n)
    out[first + t + threads] = shared[PADDED(t + threads)];
}

__kernel void scan_div_b(int n, __global const float *in, __global float *out,
                         __local float *shared) {
  int t = get_local_id(0), threads = get_local_size(0);
  int first = get_group_id(0) * 2 * threads;
  shared[PADDED(t)] = first + t < n ? in[first + t] : 0.0f;
  shared[PADDED(t + threads)] =
      first + t + threads < n ? in[first + t + threads] : 0.0f;
  int stride = 1;
  for (int active = threads; active > 0; active /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
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
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < active) {
      int element = stride * (2 * t + 2) - 1;
      float left = shared[PADDED(element - stride)];
      shared[PADDED(element - stride)] = shared[PADDED(element)];
      shared[PADDED(element)] += left;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (first + t < n)
    out[first + t] = shared[PADDED(t)];
  if (first + t + threads < n)
    out[first + t + threads] = shared[PADDED(t + threads)];
}

// Inclusive, T elements by T work-items: log2 T steps in which nearly all
// work-items add, between two halves of the shared array, with no bank
// conflict.
__kernel void scan_hillis_steele(int n, __global const float *in,
                                 __global float *out, __local float *shared) {
  int t = get_local_id(0), threads = get_local_size(0);
  int i = get_group_id(0) * threads + t;
  int from = 0;
  shared[t] = i < n ? in[i] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int offset = 1; offset < threads; offset *= 2) {
    int to = threads - from;
    if (t >= offset)
      shared[to + t] = shared[from + t] + shared[from + t - offset];
    else
      shared[to + t] = shared[from + t];
    from = to;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < n)
    out[i] = shared[from + t];
}
