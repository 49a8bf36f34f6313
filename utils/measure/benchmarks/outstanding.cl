// How many misses one compute unit can have under way. Each work-item of a
// single group has LOADS independent loads in flight, every one of them to a
// line of its own at a scattered place, and the group waits for all of them
// before the next round: a round takes one latency as long as all requests fit,
// and longer once some must wait for others.

#ifndef LOADS
#define LOADS 1
#endif

// memory holds zeros; lines, of 32 words, is a power of two.
__kernel void outstanding(__global const int *memory, __global int *out,
                          int iterations, int lines) {
  uint request = get_local_id(0) * LOADS, round = 0;
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
    int values[LOADS];
#pragma unroll
    for (int load = 0; load < LOADS; ++load) {
      // An odd factor: no two requests of a round meet in a line.
      uint line = (request + load + round) * 2654435761u & (lines - 1);
      values[load] = memory[line * 32];
    }
    int sum = 0;
#pragma unroll
    for (int load = 0; load < LOADS; ++load)
      sum += values[load];
    round += get_local_size(0) * LOADS + sum;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_local_id(0)] = round;
}
