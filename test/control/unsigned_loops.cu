// Loops that count with wrap-around, one warp, n = 10:
//   unsigned char c = 250; c != 4; ++c   250..255, 0..3: 10 trips
//   unsigned d = n; d-- > 0;             10 trips, body sees 9..0
//   unsigned e = n - 1; e < n; --e       9..0, then 2^32 - 1 ends it: 10 trips
//   unsigned f = n - 11u; f > 20; ++f    2^32 - 1, then 0 ends it: 1 trip
//   while (m--) with m = 4               4 trips
//
// RUN: facts %s --grid 1 --block 32 --arg n=10 | FileCheck %s
// CHECK: load in[c] {{.*}} warps 10 lanes 320
// CHECK: load in[d] {{.*}} warps 10 lanes 320
// CHECK: load in[e] {{.*}} warps 10 lanes 320
// CHECK: load in[f & 1] {{.*}} warps 1 lanes 32
// CHECK: load in[m] {{.*}} warps 4 lanes 128
// CHECK: loop `c != 4` {{.*}} mean 10 min 10 max 10 exact
// CHECK: loop `d-- > 0` {{.*}} mean 10 min 10 max 10 exact
// CHECK: loop `e < n` {{.*}} mean 10 min 10 max 10 exact
// CHECK: loop `f > 20` {{.*}} mean 1 min 1 max 1 exact
// CHECK: loop `m--` {{.*}} mean 4 min 4 max 4 exact

__global__ void wrapping(const float *in, float *out, unsigned n) {
  float sum = 0;
  for (unsigned char c = 250; c != 4; ++c)
    sum += in[c];
  for (unsigned d = n; d-- > 0;)
    sum += in[d];
  for (unsigned e = n - 1; e < n; --e)
    sum += in[e];
  for (unsigned f = n - 11u; f > 20; ++f)
    sum += in[f & 1];
  int m = 4;
  while (m--)
    sum += in[m];
  out[threadIdx.x] = sum;
}
