// A sum with everything that is usually tuned as a definition: the block, the
// elements a thread adds and their order (each thread neighbouring ones, or
// neighbouring threads neighbouring ones), the width of the loads, unrolling,
// and whether a tree in shared memory or one thread adds up the block's sums.

#ifndef BLOCK
#define BLOCK 256 // threads of a block, a power of two
#endif
#ifndef ITEMS
#define ITEMS 16 // elements a thread adds, a multiple of VECTOR * UNROLL
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
#define TREE 1 // 1: tree in shared memory; 0: the first thread adds up all
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
extern "C" __global__ void reduction_tuned(int n, const Load *in, float *out) {
  __shared__ float partial[BLOCK];
  int t = threadIdx.x;
  int first = blockIdx.x * (BLOCK * LOADS) + FIRST(t);
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
  __syncthreads();
#if TREE
  for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
    if (t < stride)
      partial[t] += partial[t + stride];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = partial[0];
#else
  if (t == 0) {
    for (int other = 1; other < BLOCK; ++other)
      sum += partial[other];
    out[blockIdx.x] = sum;
  }
#endif
}
