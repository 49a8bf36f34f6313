// Heat spreads along a ring of one work-group's items, held twice in local
// memory: each round reads one copy, writes the other and meets at a barrier.
// Little work between barriers, so that the time is theirs and grows with the
// group.

__kernel void barrier_rounds(int n, int rounds, __global const float *in,
                             __global float *out, __local float *shared) {
  int size = get_local_size(0);
  int t = get_local_id(0);
  int i = get_group_id(0) * size + t;
  int left = t == 0 ? size - 1 : t - 1;
  int right = t == size - 1 ? 0 : t + 1;
  __local float *from = shared;
  __local float *to = shared + size;
  from[t] = i < n ? in[i] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int round = 0; round < rounds; ++round) {
    to[t] = 0.25f * from[left] + 0.5f * from[t] + 0.25f * from[right];
    barrier(CLK_LOCAL_MEM_FENCE);
    __local float *written = to;
    to = from;
    from = written;
  }
  if (i < n)
    out[i] = from[t];
}
