// How fast one warp's loads leave it. The warp issues a batch of independent
// loads, waits for all of them, and goes on to the next batch: a batch takes a
// latency, and for every load after the first the delay until it may depart.
// The difference between batches of 12 and of 4 loads is 8 such delays
// (of many more the compiler would consume the first before it issues the
// last). Which lines one load touches is told by each work-item's offset.

// Between the loads of a batch, in words: other lines each time, and no power
// of two that would lead all of them to the same part of the memory.
#ifndef APART
#define APART 1056
#endif

// memory holds zeros: the next batch must wait for this one, but lies where it
// would lie anyway. mask + 1 words, a power of two, and 12 * APART + 1024 more.
static inline void batches(__global const int *memory,
                           __global const int *offsets, __global int *out,
                           int iterations, int mask, const int batch) {
  __global const int *mine = memory + offsets[get_local_id(0)];
  int position = 0, sum = 0;
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
    __global const int *first = mine + position;
    int values[12];
#pragma unroll
    for (int load = 0; load < batch; ++load)
      values[load] = first[load * APART];
    sum = 0;
#pragma unroll
    for (int load = 0; load < batch; ++load)
      sum += values[load];
    position = (position + 12 * APART + sum) & mask;
  }
  out[get_local_id(0)] = sum + position;
}

__kernel void batches_of_4(__global const int *memory,
                           __global const int *offsets, __global int *out,
                           int iterations, int mask) {
  batches(memory, offsets, out, iterations, mask, 4);
}

__kernel void batches_of_12(__global const int *memory,
                            __global const int *offsets, __global int *out,
                            int iterations, int mask) {
  batches(memory, offsets, out, iterations, mask, 12);
}
