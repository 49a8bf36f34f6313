// One extern array carved into three: floats, doubles behind them, bytes behind
// those. Offsets do not change a degree, spaces and widths do.
//   first[2 * t]   stride 2 words: degree 2, two warps: 4 cycles
//   second[t]      doubles: 64 words, two in each bank: 2 a warp, 4 cycles
//   third[4 * t]   bytes, stride one word: degree 1: 2 cycles
//
// RUN: facts %s --grid 1 --block 64 --dynamic-shared 1280 | FileCheck %s
// CHECK: launch 1 1 1 block 64 1 1 shared 1280 option
// CHECK: static 256
// CHECK: load first[2 * t] shared 4 B warps 2 lanes 64 cycles 4 degree 2 exact
// CHECK: load second[t] shared 8 B warps 2 lanes 64 cycles 4 degree 2 exact
// CHECK: load third[4 * t] shared 1 B warps 2 lanes 64 cycles 2 degree 1 exact
// CHECK: load fixed[t] shared 4 B warps 2 lanes 64 cycles 2 degree 1 exact

extern __shared__ char pool[];

__global__ void carve(float *out) {
  __shared__ float fixed[64];
  int t = threadIdx.x;
  float *first = (float *)pool;
  double *second = (double *)(first + 2 * blockDim.x);
  char *third = (char *)(second + blockDim.x);
  out[t] = first[2 * t] + second[t] + third[4 * t] + fixed[t];
}
