// Work-items that access local memory stride words apart: the warp's 32 words
// lie in 32 / gcd(stride, 32) banks, so that an access takes gcd(stride, 32)
// turns. Once as independent reads in a loop, once as an exchange between
// neighbours with a barrier after every step.

#ifndef WORDS
#define WORDS 1024
#endif
#ifndef BLOCK
#define BLOCK 256
#endif

// WORDS is a power of two, at least 32 times the stride: no two lanes of a warp
// read the same word, which would be a broadcast.
__kernel void bank_conflicts_read(int stride, int rounds,
                                  __global const float *in,
                                  __global float *out) {
  __local float tile[WORDS];
  for (int i = get_local_id(0); i < WORDS; i += get_local_size(0))
    tile[i] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  int word = get_local_id(0) * stride;
  float sum = 0.0f;
  for (int round = 0; round < rounds; ++round)
    sum += tile[(word + round) & (WORDS - 1)];
  out[get_global_id(0)] = sum;
}

// The group is BLOCK work-items; the stride is at most 32.
__kernel void bank_conflicts_exchange(int stride, int rounds,
                                      __global const float *in,
                                      __global float *out) {
  __local float tile[BLOCK * 32];
  int t = get_local_id(0);
  int neighbour = (t + 1) % BLOCK;
  float value = in[get_group_id(0) * BLOCK + t];
  for (int round = 0; round < rounds; ++round) {
    tile[t * stride] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = tile[neighbour * stride] + 1.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_group_id(0) * BLOCK + t] = value;
}
