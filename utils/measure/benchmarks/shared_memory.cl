// Local memory. A chase of dependent loads whose work-items lie `stride` words
// apart shows the latency and what bank conflicts add to it; streams of
// independent reads and writes, by full compute units, show the bandwidth and
// what conflicts take from it. Stride 0 is a broadcast.

#define STEPS 16
// Between the accesses of one iteration, in words: the same bank, and never
// neighbours that the compiler could fetch at once.
#define APART 64

// Every word holds the byte offset of the word that lies `advance` behind it.
__kernel void chase_shared(__global uint *out, int iterations, int words,
                           int stride, int advance, __local uint *shared) {
  for (int i = get_local_id(0); i < words; i += get_local_size(0))
    shared[i] = 4 * ((i + advance) % words);
  uint offset = 4 * (get_local_id(0) * stride % words);
  barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step)
      offset = *(__local const uint *)((__local const char *)shared + offset);
  }
  out[get_global_id(0)] = offset;
}

// words is a power of two; the array has STEPS * APART words more.
__kernel void read_shared(__global uint *out, int iterations, int words,
                          int stride, __local uint *shared) {
  for (int i = get_local_id(0); i < words + STEPS * APART;
       i += get_local_size(0))
    shared[i] = i;
  int index = get_local_id(0) * stride & (words - 1);
  uint sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step)
      sum += shared[index + step * APART];
    index = (index + 32) & (words - 1);
  }
  out[get_global_id(0)] = sum;
}

// Work-items overwrite each other's words: only the time counts here.
__kernel void write_shared(__global uint *out, int iterations, int words,
                           int stride, __local uint *shared) {
  for (int i = get_local_id(0); i < words + STEPS * APART;
       i += get_local_size(0))
    shared[i] = 0;
  int index = get_local_id(0) * stride & (words - 1);
  barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step)
      shared[index + step * APART] = i;
    index = (index + 32) & (words - 1);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = shared[get_local_id(0) * stride & (words - 1)];
}
