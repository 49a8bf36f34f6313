// Accesses by class, as an analytical model tells them apart: all work-items
// touch one element (constant), neighbours touch neighbours (continuous), or
// elements of a short interval over and over (interval), or elements that lie
// anywhere (complex). Element e of work-item t is (t * scale mod period) + a
// uniform step.

#define STEPS 8
#define SHARED_WORDS 4096

static inline int place(int scale, int period) {
  long thread = get_global_id(0);
  return (int)(thread * scale % period);
}

// elements is a power of two, and so is SHARED_WORDS.
__kernel void global_read(__global int *memory, __global int *out,
                          int iterations, int elements, int scale, int period) {
  int index = place(scale, period), sum = 0;
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step)
      sum += memory[(index + (i * STEPS + step) * 32) & (elements - 1)];
  }
  out[get_global_id(0)] = sum;
}

// Work-items of one element write the same value to it.
__kernel void global_write(__global int *memory, __global int *out,
                           int iterations, int elements, int scale,
                           int period) {
  int index = place(scale, period);
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step)
      memory[(index + (i * STEPS + step) * 32) & (elements - 1)] = 0;
  }
  out[get_global_id(0)] = 0;
}

__kernel void shared_read(__global int *memory, __global int *out,
                          int iterations, int elements, int scale, int period) {
  __local int shared[SHARED_WORDS];
  int index = place(scale, period), sum = 0;
  for (int i = get_local_id(0); i < SHARED_WORDS; i += get_local_size(0))
    shared[i] = memory[i & (elements - 1)];
  barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step)
      sum += shared[(index + (i * STEPS + step) * 32) & (SHARED_WORDS - 1)];
  }
  out[get_global_id(0)] = sum;
}

__kernel void shared_write(__global int *memory, __global int *out,
                           int iterations, int elements, int scale,
                           int period) {
  __local int shared[SHARED_WORDS];
  int index = place(scale, period);
  for (int i = get_local_id(0); i < SHARED_WORDS; i += get_local_size(0))
    shared[i] = memory[i & (elements - 1)];
  barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step)
      shared[(index + (i * STEPS + step) * 32) & (SHARED_WORDS - 1)] = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = shared[get_local_id(0)];
}
