// A pointer chase: each load's address is what the load before it brought, so
// that a step costs one whole latency. In global memory the links form one
// cycle through all lines of the working set, in an order that no prefetcher
// follows (or line by line, where multiplier is 1): as long as the set fits a
// cache, that cache answers. Constant memory holds seven cycles, through 1 KB
// to 64 KB of it.
#include "clock.cuh"

#ifndef STEPS
#define STEPS 16
#endif

typedef const char *Link;

static __device__ inline Link next(Link link) {
#ifdef __CUDA_ARCH__
  // As *(const Link *)link, which would be a load that first has to find out
  // what kind of memory it goes to.
  Link result;
  asm volatile("ld.global.u64 %0, [%1];" : "=l"(result) : "l"(link) : "memory");
  return result;
#else
  return *(const Link *)link;
#endif
}

// Line i leads to line (i * multiplier + increment) mod lines.
extern "C" __global__ void link_lines(char *memory, int lines, int line_bytes,
                                      int multiplier, int increment) {
  int threads = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < lines; i += threads) {
    long long to = ((long long)i * multiplier + increment) % lines;
    *(Link *)(memory + (long long)i * line_bytes) = memory + to * line_bytes;
  }
}

// Starts at the byte where the launch before it stopped.
extern "C" __global__ void chase_global(long long *ticks, char *memory,
                                        unsigned *position, int iterations) {
  Link link = memory + *position;
  Ticks start = now();
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step)
      link = next(link);
  }
  record(ticks, start);
  *position = (unsigned)(link - memory);
}

// Word 16 l + k belongs to line l and to the cycle through the first 2^k KB; it
// holds the byte offset of its successor.
#define LINES_OF(k) (16u << (k))
#define WORD(l, k) (((5u * (l) + 1u) % LINES_OF(k)) * 64u + (k) * 4u)
#define LINE(l)                                                                \
  WORD(l, 0), WORD(l, 1), WORD(l, 2), WORD(l, 3), WORD(l, 4), WORD(l, 5),      \
      WORD(l, 6), 0, 0, 0, 0, 0, 0, 0, 0, 0
#define LINES_4(l) LINE(l), LINE(l + 1), LINE(l + 2), LINE(l + 3)
#define LINES_16(l) LINES_4(l), LINES_4(l + 4), LINES_4(l + 8), LINES_4(l + 12)
#define LINES_64(l)                                                            \
  LINES_16(l), LINES_16(l + 16), LINES_16(l + 32), LINES_16(l + 48)
#define LINES_256(l)                                                           \
  LINES_64(l), LINES_64(l + 64), LINES_64(l + 128), LINES_64(l + 192)
__constant__ unsigned table[16384] = {LINES_256(0), LINES_256(256),
                                      LINES_256(512), LINES_256(768)};

extern "C" __global__ void chase_constant(long long *ticks, unsigned *position,
                                          int iterations) {
  unsigned offset = *position;
  Ticks start = now();
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step)
      offset = *(const unsigned *)((const char *)table + offset);
  }
  record(ticks, start);
  *position = offset;
}
