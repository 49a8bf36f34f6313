// Each group asks for more local memory than it uses, so that few groups fit
// on a compute unit. A copy (the group turned round) then has too few loads in
// flight, and a chain of dependent operations too few warps to hide behind;
// neither instruction stream changes with the request.

// shared holds at least get_local_size(0) floats.
__kernel void low_occupancy_copy(int n, __global const float *in,
                                 __global float *out, __local float *shared) {
  int t = get_local_id(0);
  int i = get_group_id(0) * get_local_size(0) + t;
  shared[t] = i < n ? in[i] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n)
    out[i] = shared[get_local_size(0) - 1 - t];
}

__kernel void low_occupancy_chain(int n, int rounds, float s,
                                  __global const float *in, __global float *out,
                                  __local float *shared) {
  int t = get_local_id(0);
  int i = get_group_id(0) * get_local_size(0) + t;
  shared[t] = i < n ? in[i] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  float value = shared[get_local_size(0) - 1 - t];
  for (int round = 0; round < rounds; ++round)
    value = s * value + 1.0f;
  if (i < n)
    out[i] = value;
}
