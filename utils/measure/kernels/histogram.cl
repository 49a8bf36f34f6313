// Counts how often each of BINS values occurs; what is below 0 counts as 0. All
// work-items count with atomics in global memory, or each group first in local
// memory. How many work-items meet at one counter depends on the data: how many
// values are below 0.

#ifndef BINS
#define BINS 256
#endif

__kernel void histogram_global(int n, __global const int *values,
                               __global uint *counts) {
  int i = get_group_id(0) * get_local_size(0) + get_local_id(0);
  if (i < n)
    atomic_add(&counts[max(values[i], 0)], 1u);
}

// A fixed grid walks over the values; every group adds its counts at the end.
__kernel void histogram_shared(int n, __global const int *values,
                               __global uint *counts) {
  __local uint mine[BINS];
  int t = get_local_id(0), threads = get_local_size(0);
  for (int bin = t; bin < BINS; bin += threads)
    mine[bin] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_group_id(0) * threads + t; i < n;
       i += threads * get_num_groups(0))
    atomic_add(&mine[max(values[i], 0)], 1u);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int bin = t; bin < BINS; bin += threads)
    atomic_add(&counts[bin], mine[bin]);
}
