// A hash uses each of its values twice, 42 times over: what is asked of an
// expression is asked of each part once, or this would not end.
//
// RUN: facts %s --grid 10 --block 64 --arg n=100 | FileCheck %s
// CHECK: kernel hashed modelled

__global__ void hashed(const unsigned *x, const float *t, float *o, int n) {
  unsigned h = x[threadIdx.x];
#define ROUND                                                                  \
  h ^= h << 13;                                                                \
  h ^= h >> 17;                                                                \
  h ^= h << 5;
  ROUND ROUND ROUND ROUND ROUND ROUND ROUND ROUND ROUND ROUND ROUND ROUND ROUND
      ROUND float s = 0;
  for (int i = 0; i < n; i++)
    s += t[(h >> 8) + i];
  o[threadIdx.x] = s;
}
