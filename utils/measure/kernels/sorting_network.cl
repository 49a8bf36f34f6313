// Steps of sorting networks: one of the bitonic network over global memory,
// where half of the work-items are idle (every other lane, warp or group, by
// the distance j), one of Batcher's merge exchange (Knuth, algorithm 5.2.2M),
// and bitonic sorting of a group's elements in local memory, a barrier a step.

// One of the steps (j, k) of an array of 2^m elements: elements j apart become
// ascending where bit k of the index is clear, else descending.
__kernel void bitonic_step(int n, int j, int k, __global int *data) {
  int i = get_group_id(0) * get_local_size(0) + get_local_id(0);
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
__kernel void merge_exchange_step(int n, int p, int r, int d,
                                  __global int *data) {
  int i = get_group_id(0) * get_local_size(0) + get_local_id(0);
  if (i + d < n && (i & p) == r) {
    int a = data[i], b = data[i + d];
    if (a > b) {
      data[i] = b;
      data[i + d] = a;
    }
  }
}

// T work-items sort 2 T elements in ascending order.
__kernel void bitonic_block(__global const int *in, __global int *out,
                            __local int *shared) {
  int t = get_local_id(0), threads = get_local_size(0);
  int first = get_group_id(0) * 2 * threads;
  shared[t] = in[first + t];
  shared[t + threads] = in[first + t + threads];
  for (int k = 2; k <= 2 * threads; k *= 2) {
    for (int j = k / 2; j > 0; j /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      int i = 2 * t - (t & (j - 1));
      int a = shared[i], b = shared[i + j];
      if ((a > b) == ((i & k) == 0)) {
        shared[i] = b;
        shared[i + j] = a;
      }
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[first + t] = shared[t];
  out[first + t + threads] = shared[t + threads];
}
