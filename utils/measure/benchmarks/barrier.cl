// Barriers one after another, by the work-items of a group.

#define STEPS 8

__kernel void barriers(__global int *out, int iterations) {
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step)
      barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = iterations;
}
