// Issue rate: CHAINS independent chains of multiply-adds a work-item, or with
// -DMIXED of a multiply-add and an integer addition by turns, so that no single
// unit limits. Launched with 1 warp to all warps of a compute unit.

#ifndef CHAINS
#define CHAINS 1
#endif
#define STEPS 32

__kernel void issue(__global float *out, int iterations, float first, float y,
                    float z, uint k) {
  float a[CHAINS];
  uint b[CHAINS], c[CHAINS];
#pragma unroll
  for (int chain = 0; chain < CHAINS; ++chain) {
    a[chain] = first * (float)(get_local_id(0) + chain);
    b[chain] = get_local_id(0) + chain;
    c[chain] = k;
  }
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step) {
#pragma unroll
      for (int chain = 0; chain < CHAINS; ++chain)
        a[chain] = fma(a[chain], y, z);
#ifdef MIXED
#pragma unroll
      for (int chain = 0; chain < CHAINS; ++chain)
        if (step % 2)
          b[chain] += c[chain];
        else
          c[chain] += b[chain];
#endif
    }
  }
  float sum = 0;
#pragma unroll
  for (int chain = 0; chain < CHAINS; ++chain)
    sum += a[chain] + (float)(b[chain] ^ c[chain]);
  out[get_global_id(0)] = sum;
}
