// Kernels that do nothing, or one thing for a known time: what remains is the
// launch, and the change from one group to the next.

#define STEPS 64

static inline float chain(int iterations, float y, float z) {
  float a = y * (float)get_local_id(0);
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step)
      a = fma(a, y, z);
  }
  return a;
}

__kernel void empty(void) {}

// The chain never gets to -1, but only the chain can tell. What local memory it
// is given limits how many groups a compute unit holds.
__kernel void work(__global float *out, int iterations, float y, float z,
                   __local float *shared) {
  float a = chain(iterations, y, z);
  if (a == -1) {
    shared[get_local_id(0)] = a;
    *out = shared[0];
  }
}

// Waits for the L2 again and again, which many warps can do side by side.
__kernel void wait_for_memory(volatile __global int *zeros, __global int *out,
                              int iterations, __local int *shared) {
  int index = get_group_id(0) * 32;
#pragma unroll 1
  for (int i = 0; i < iterations; ++i)
    index += zeros[index];
  if (index < 0) {
    shared[get_local_id(0)] = index;
    *out = shared[0];
  }
}
