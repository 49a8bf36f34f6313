// A pointer chase: each load's address is what the load before it brought, so
// that a step costs one whole latency (and the addition of the array's start).
// In global memory the links form one cycle through all lines of the working
// set, in an order that no prefetcher follows (or line by line, where
// multiplier is 1): as long as the set fits a cache, that cache answers.
// Constant memory holds seven cycles, through 1 KB to 64 KB of it.

#ifndef STEPS
#define STEPS 16
#endif

// Line i leads to line (i * multiplier + increment) mod lines; a link is a byte
// offset.
__kernel void link_lines(__global char *memory, int lines, int line_bytes,
                         int multiplier, int increment) {
  int threads = get_global_size(0);
  for (int i = get_global_id(0); i < lines; i += threads) {
    long to = ((long)i * multiplier + increment) % lines;
    *(__global uint *)(memory + (long)i * line_bytes) = (uint)(to * line_bytes);
  }
}

// Starts at the byte where the launch before it stopped.
__kernel void chase_global(__global char *memory, __global uint *position,
                           int iterations) {
  uint link = *position;
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step)
      link = *(__global const uint *)(memory + link);
  }
  *position = link;
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
__constant uint table[16384] = {LINES_256(0), LINES_256(256), LINES_256(512),
                                LINES_256(768)};

__kernel void chase_constant(__global uint *position, int iterations) {
  uint offset = *position;
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step)
      offset =
          *(__constant const uint *)((__constant const char *)table + offset);
  }
  *position = offset;
}
