// One pass of a radix sort by the digit at bit `shift`: how often each digit
// occurs in each group, and the move of every key to its place. In between
// comes a prefix sum over the counts, digit by digit, which gives the place of
// each group's first key with each digit (here the host gives it).

#ifndef RADIX_BITS
#define RADIX_BITS 4
#endif
#define DIGITS (1 << RADIX_BITS)

// counts[digit * groups + group]; contention in local memory by DIGITS.
__kernel void radix_count(int n, int shift, __global const uint *keys,
                          __global int *counts) {
  __local int mine[DIGITS];
  int t = get_local_id(0), threads = get_local_size(0);
  int i = get_group_id(0) * threads + t;
  for (int digit = t; digit < DIGITS; digit += threads)
    mine[digit] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n)
    atomic_add(&mine[(keys[i] >> shift) & (DIGITS - 1)], 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int digit = t; digit < DIGITS; digit += threads)
    counts[digit * get_num_groups(0) + get_group_id(0)] = mine[digit];
}

// The group first sorts its keys by the digit, bit by bit, each time by a
// prefix sum over the keys whose bit is clear; then neighbours mostly go to
// neighbouring places. Keys with equal digits keep their order.
__kernel void radix_scatter(int n, int shift, __global const uint *keys,
                            __global const int *places, __global uint *sorted,
                            __local uint *shared) {
  __local int begins[DIGITS];
  int t = get_local_id(0), threads = get_local_size(0);
  int i = get_group_id(0) * threads + t;
  // Beyond the end: the greatest digit and last in the group, so that they stay
  // behind all keys.
  uint key = i < n ? keys[i] : 0xffffffffu;
  for (int bit = shift; bit < shift + RADIX_BITS; ++bit) {
    uint clear = ~(key >> bit) & 1u;
    uint before = clear;
    shared[t] = before;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int offset = 1; offset < threads; offset *= 2) {
      if (t >= offset)
        before += shared[t - offset];
      barrier(CLK_LOCAL_MEM_FENCE);
      shared[t] = before;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    uint clears = shared[threads - 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    shared[clear ? before - 1 : clears + t - before] = key;
    barrier(CLK_LOCAL_MEM_FENCE);
    key = shared[t];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  uint digit = (key >> shift) & (DIGITS - 1);
  shared[t] = digit;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t == 0 || shared[t - 1] != digit)
    begins[digit] = t;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n)
    sorted[places[digit * get_num_groups(0) + get_group_id(0)] + t -
           begins[digit]] = key;
}
