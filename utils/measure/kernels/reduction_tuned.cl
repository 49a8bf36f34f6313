// A sum with everything that is usually tuned as a definition: the group, the
// elements a work-item adds and their order (neighbouring ones, or neighbouring
// work-items take those), the width of the loads, unrolling, and whether a tree
// in local memory or one work-item adds up the group's sums.

#ifndef BLOCK
#define BLOCK 256 // work-items of a group, a power of two
#endif
#ifndef ITEMS
#define ITEMS 16 // elements a work-item adds, a multiple of VECTOR * UNROLL
#endif
#ifndef VECTOR
#define VECTOR 1 // floats of a load: 1, 2 or 4
#endif
#ifndef UNROLL
#define UNROLL 1
#endif
#ifndef STRIDED
#define STRIDED 1 // 1: BLOCK loads apart; 0: one load apart
#endif
#ifndef TREE
#define TREE 1 // 1: tree in local memory; 0: the first work-item adds up all
#endif

#if VECTOR == 1
typedef float Load;
#define SUM(load) (load)
#elif VECTOR == 2
typedef float2 Load;
#define SUM(load) ((load).x + (load).y)
#else
typedef float4 Load;
#define SUM(load) ((load).x + (load).y + ((load).z + (load).w))
#endif
#define LOADS (ITEMS / VECTOR)
enum { Unroll = UNROLL }; // pragmas do not expand macros everywhere
#if STRIDED
#define STEP BLOCK
#define FIRST(t) (t)
#else
#define STEP 1
#define FIRST(t) ((t) * LOADS)
#endif

// n is a multiple of VECTOR; in holds n / VECTOR loads.
__kernel void reduction_tuned(int n, __global const Load *in,
                              __global float *out) {
  __local float partial[BLOCK];
  int t = get_local_id(0);
  int first = get_group_id(0) * (BLOCK * LOADS) + FIRST(t);
  float sum = 0.0f;
#pragma unroll Unroll
  for (int k = 0; k < LOADS; ++k) {
    int i = first + k * STEP;
    if (i < n / VECTOR) {
      Load load = in[i];
      sum += SUM(load);
    }
  }
  partial[t] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
#if TREE
  for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
    if (t < stride)
      partial[t] += partial[t + stride];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0)
    out[get_group_id(0)] = partial[0];
#else
  if (t == 0) {
    for (int other = 1; other < BLOCK; ++other)
      sum += partial[other];
    out[get_group_id(0)] = sum;
  }
#endif
}
