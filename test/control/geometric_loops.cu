// Loops that multiply or shift; n = 1000, 64 threads:
//   a = 1; a < n; a <<= 1   1 2 4 ... 512          10
//   b = 1; b < n; b *= 3    1 3 9 27 81 243 729     7
//   c = 32; c > 0; c >>= 1  32 16 8 4 2 1           6
//   d = n; d; d /= 10       1000 100 10 1           4
//   e = n; e > 1; e >>= 2   1000 250 62 15 3        5   (3 >> 2 = 0)
//   f = 1; f <= n; f = 2 * f  1 .. 512             10
//
// The guard t < c of a tree reduction: c = 32 is warp 0 whole, the rest shrink
// within it: 6 warp executions, 32 + 16 + 8 + 4 + 2 + 1 = 63 lanes.
//
// RUN: facts %s --grid 1 --block 64 --arg n=1000 | FileCheck %s
// CHECK: store s[t] shared 4 B warps 6 lanes 63 cycles 6 degree 1 exact
// CHECK: loop `a < n` {{.*}} mean 10 min 10 max 10 exact
// CHECK: loop `b < n` {{.*}} mean 7 min 7 max 7 exact
// CHECK: loop `c > 0` {{.*}} mean 6 min 6 max 6 exact
// CHECK: loop `d` {{.*}} mean 4 min 4 max 4 exact
// CHECK: loop `e > 1` {{.*}} mean 5 min 5 max 5 exact
// CHECK: loop `f <= n` {{.*}} mean 10 min 10 max 10 exact

__global__ void geometric(const float *in, float *out, int n) {
  __shared__ float s[128];
  int t = threadIdx.x;
  float sum = 0;
  for (int a = 1; a < n; a <<= 1)
    sum += in[a];
  for (int b = 1; b < n; b *= 3)
    sum += in[b];
  for (unsigned c = blockDim.x / 2; c > 0; c >>= 1) {
    if (t < c)
      s[t] += s[t + c];
    __syncthreads();
  }
  for (unsigned d = n; d; d /= 10)
    sum += in[d];
  for (int e = n; e > 1; e >>= 2)
    sum += in[e];
  for (int f = 1; f <= n; f = 2 * f)
    sum += in[f];
  out[t] = sum + s[0];
}
