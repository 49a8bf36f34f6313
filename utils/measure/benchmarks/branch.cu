// What branches cost: a chain of multiply-adds alone (plain), with a loop
// behind each that is passed by or entered once, as the limit wills (guarded),
// and with a branch back after each (rolled). paths: the lanes of a warp go
// `paths` different ways, which take their turns.
#include "clock.cuh"

#define STEPS 64
#define PATH_STEPS 16

extern "C" __global__ void plain(long long *ticks, float *out, int iterations,
                                 float first, float y, float z, float limit) {
  float a = first * (float)threadIdx.x;
  Ticks start = now();
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step)
      a = fma(a, y, z);
  }
  record(ticks, start);
  out[threadIdx.x] = a < limit ? a : limit;
}

extern "C" __global__ void guarded(long long *ticks, float *out, int iterations,
                                   float first, float y, float z, float limit) {
  float a = first * (float)threadIdx.x;
  Ticks start = now();
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step) {
      a = fma(a, y, z);
      while (a > limit)
        a = a * y;
    }
  }
  record(ticks, start);
  out[threadIdx.x] = a;
}

extern "C" __global__ void rolled(long long *ticks, float *out, int iterations,
                                  float first, float y, float z, float limit) {
  float a = first * (float)threadIdx.x;
  Ticks start = now();
#pragma unroll 1
  for (int i = 0; i < iterations * STEPS; ++i)
    a = fma(a, y, z);
  record(ticks, start);
  out[threadIdx.x] = a < limit ? a : limit;
}

extern "C" __global__ void paths(long long *ticks, float *out, int iterations,
                                 float first, float y, float z, int paths) {
  float a = first * (float)threadIdx.x;
  int mine = threadIdx.x % paths;
  Ticks start = now();
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll 1
    for (int path = 0; path < paths; ++path)
      if (path == mine) {
#pragma unroll
        for (int step = 0; step < PATH_STEPS; ++step)
          a = fma(a, y, z);
      }
  }
  record(ticks, start);
  out[threadIdx.x] = a;
}
