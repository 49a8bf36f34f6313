// Atomic additions. Chains in which the value brought back is the next index
// show the latency; streams by full compute units show the throughput, where
// work-item t adds to cell (t >> shift) * stride: its own one (shift 0, stride
// 1), one a warp (shift 5) or the same for all (stride 0). What the stream
// leaves in the cells is the number of additions.

#define STEPS 16

typedef uint Cell;

// The cells hold their own index, zero is 0: every step comes back to where it
// was, which the compiler cannot know.
__kernel void chain_global(__global Cell *cells, int iterations, Cell zero) {
  uint index = get_local_id(0);
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step)
      index = atomic_add(&cells[index], zero);
  }
  cells[index] = index;
}

__kernel void chain_shared(__global Cell *cells, int iterations, Cell zero,
                           __local Cell *shared) {
  uint index = get_local_id(0);
  shared[index] = cells[index];
  barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step)
      index = atomic_add(&shared[index], zero);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  cells[get_local_id(0)] = shared[index];
}

__kernel void stream_global(__global Cell *cells, int iterations, Cell one,
                            int shift, int stride) {
  int thread = get_global_id(0);
  int index = (thread >> shift) * stride;
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step)
      atomic_add(&cells[index], one);
  }
}

// As above, but what the additions bring back is used.
__kernel void fetch_global(__global Cell *cells, __global Cell *out,
                           int iterations, Cell one, int shift, int stride) {
  int thread = get_global_id(0);
  int index = (thread >> shift) * stride;
  Cell sum = 0;
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step)
      sum += atomic_add(&cells[index], one);
  }
  out[thread] = sum;
}

// Cells of the group, added to the ones of all groups at the end.
__kernel void stream_shared(__global Cell *cells, int iterations, Cell one,
                            int shift, int stride, __local Cell *shared) {
  int index = (get_local_id(0) >> shift) * stride;
  shared[get_local_id(0)] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step)
      atomic_add(&shared[index], one);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&cells[get_local_id(0)], shared[get_local_id(0)]);
}
