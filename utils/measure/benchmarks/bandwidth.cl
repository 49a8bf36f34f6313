// Streams of 16 bytes a work-item, all of a group's accesses coalesced.
// read_memory: every group walks the whole working set, each from a place of
// its own, round and round: what fits the L1 comes from there, what fits the L2
// from there, and groups never find in the L2 what another has just fetched
// unless the L2 holds the whole set. write_memory and copy_memory: every group
// has a region of its own, for two must not write the same word.

// Accesses in flight a work-item.
#define LOADS 8

// elements is a power of two.
__kernel void read_memory(__global const float4 *memory, __global float *out,
                          int iterations, int elements) {
  int mask = elements - 1, threads = get_local_size(0);
  int start = (int)((long)elements * get_group_id(0) / get_num_groups(0));
  int index = start + get_local_id(0);
  float sum = 0;
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
    float4 values[LOADS];
#pragma unroll
    for (int load = 0; load < LOADS; ++load)
      values[load] = memory[(index + load * threads) & mask];
#pragma unroll
    for (int load = 0; load < LOADS; ++load)
      sum +=
          (values[load].x + values[load].y) + (values[load].z + values[load].w);
    index = (index + LOADS * threads) & mask;
  }
  out[get_global_id(0)] = sum;
}

// region, the elements of a group, is a power of two and at least LOADS times
// the work-items of one.
__kernel void write_memory(__global float4 *memory, int iterations,
                           int region) {
  __global float4 *mine = memory + (long)region * get_group_id(0);
  int index = get_local_id(0), threads = get_local_size(0);
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
    float4 value = (float4)(i, i, i, i);
#pragma unroll
    for (int store = 0; store < LOADS; ++store)
      mine[(index + store * threads) & (region - 1)] = value;
    index = (index + LOADS * threads) & (region - 1);
  }
}

__kernel void copy_memory(__global const float4 *from, __global float4 *to,
                          int iterations, int region) {
  __global const float4 *source = from + (long)region * get_group_id(0);
  __global float4 *target = to + (long)region * get_group_id(0);
  int index = get_local_id(0), threads = get_local_size(0);
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
    float4 values[LOADS];
#pragma unroll
    for (int load = 0; load < LOADS; ++load)
      values[load] = source[(index + load * threads) & (region - 1)];
#pragma unroll
    for (int store = 0; store < LOADS; ++store)
      target[(index + store * threads) & (region - 1)] = values[store];
    index = (index + LOADS * threads) & (region - 1);
  }
}
