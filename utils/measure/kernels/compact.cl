// Keeps the elements above a threshold, in any order: every work-item that
// keeps one takes a place from one counter in global memory, or from a counter
// of its group, which then takes all its places at once. The share kept decides
// how many meet at the counter; neighbours land near each other.

__kernel void compact_global(int n, int threshold, __global const int *in,
                             __global int *out, __global int *count) {
  int i = get_group_id(0) * get_local_size(0) + get_local_id(0);
  if (i < n) {
    int value = in[i];
    if (value > threshold)
      out[atomic_add(count, 1)] = value;
  }
}

__kernel void compact_shared(int n, int threshold, __global const int *in,
                             __global int *out, __global int *count) {
  __local int kept, first;
  int i = get_group_id(0) * get_local_size(0) + get_local_id(0);
  int value = i < n ? in[i] : threshold;
  int place = 0;
  if (get_local_id(0) == 0)
    kept = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (value > threshold)
    place = atomic_add(&kept, 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0)
    first = atomic_add(count, kept);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (value > threshold)
    out[first + place] = value;
}
