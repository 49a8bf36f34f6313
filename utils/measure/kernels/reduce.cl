// Sums of an array, one partial sum a work-group, in the steps of the textbook:
// the tree over the work-items of a group first with divergent branches, then
// with bank conflicts, then with neither; a grid-stride loop that adds before
// the tree. Groups are powers of two.

// The work-items that add are spread over all warps: every warp diverges in
// every step, and the remainder is a division.
__kernel void reduce_divergent(int n, __global const float *in,
                               __global float *out, __local float *shared) {
  int t = get_local_id(0), threads = get_local_size(0);
  int i = get_group_id(0) * threads + t;
  shared[t] = i < n ? in[i] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int stride = 1; stride < threads; stride *= 2) {
    if (t % (2 * stride) == 0)
      shared[t] += shared[t + stride];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0)
    out[get_group_id(0)] = shared[0];
}

// The first work-items add, so whole warps rest; what they add lies 2 * stride
// words apart: bank conflicts of degree 2, 4, ... 32.
__kernel void reduce_conflicts(int n, __global const float *in,
                               __global float *out, __local float *shared) {
  int t = get_local_id(0), threads = get_local_size(0);
  int i = get_group_id(0) * threads + t;
  shared[t] = i < n ? in[i] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int stride = 1; stride < threads; stride *= 2) {
    int index = 2 * stride * t;
    if (index < threads)
      shared[index] += shared[index + stride];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0)
    out[get_group_id(0)] = shared[0];
}

// Neither divergence (but in the last five steps) nor bank conflicts.
__kernel void reduce_sequential(int n, __global const float *in,
                                __global float *out, __local float *shared) {
  int t = get_local_id(0), threads = get_local_size(0);
  int i = get_group_id(0) * threads + t;
  shared[t] = i < n ? in[i] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int stride = threads / 2; stride > 0; stride /= 2) {
    if (t < stride)
      shared[t] += shared[t + stride];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0)
    out[get_group_id(0)] = shared[0];
}

// A fixed grid walks over the array, two elements a step: the tree's cost no
// longer grows with n.
__kernel void reduce_grid_stride(int n, __global const float *in,
                                 __global float *out, __local float *shared) {
  int t = get_local_id(0), threads = get_local_size(0);
  float sum = 0.0f;
  for (int i = get_group_id(0) * (2 * threads) + t; i < n;
       i += 2 * threads * get_num_groups(0)) {
    sum += in[i];
    if (i + threads < n)
      sum += in[i + threads];
  }
  shared[t] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int stride = threads / 2; stride > 0; stride /= 2) {
    if (t < stride)
      shared[t] += shared[t + stride];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0)
    out[get_group_id(0)] = shared[0];
}
