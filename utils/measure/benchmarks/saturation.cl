// Latency against load: every work-item loads 4 or 16 bytes, waits for them and
// loads the next ones, all work-items of the device side by side. With few
// warps the memory answers after its own latency; with more it delivers more a
// second, until it cannot and every load waits for the others.

#define STEPS 4

// memory holds zeros; elements is a power of two.
__kernel void load_4(__global const int *memory, __global int *out,
                     int iterations, int elements) {
  int threads = get_global_size(0);
  int thread = get_global_id(0);
  int index = thread;
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step)
      index = (index + threads + memory[index]) & (elements - 1);
  }
  out[thread] = index;
}

__kernel void load_16(__global const int4 *memory, __global int *out,
                      int iterations, int elements) {
  int threads = get_global_size(0);
  int thread = get_global_id(0);
  int index = thread;
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step) {
      int4 value = memory[index];
      index = (index + threads + (value.x | value.y | value.z | value.w)) &
              (elements - 1);
    }
  }
  out[thread] = index;
}
