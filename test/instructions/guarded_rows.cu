// Loads under conditions of their own are predicated, so that what is computed
// in front of one is there for the next: elements of one array that differ by
// constants have one register together, however many there are.
//
// RUN: kernelcast predict %s --gpu a100-pcie-40gb --explain --kernel columns \
// RUN:   | FileCheck %s

// Of 2 x 2 taps for three columns and of 4 x 4 the integer operations are the
// same: those of x, y, the three conditions and the first addresses. A register
// begins anew where the constants of its loads have grown too large, which is
// not so here.
//
// CHECK: insts integer [[COUNT:[0-9.]+]] per warp
// CHECK: insts load/store 14.5455 per warp
// CHECK: insts integer [[COUNT]] per warp
// CHECK: insts load/store 49.4545 per warp
//
// Of the launch's columns of blocks the last one has a third of its columns
// inside the image: 12 loads, 48 loads and three stores for 21 of 22, a third of
// these for the last: 15 - 10 / 22 and 51 - 34 / 22.
template <int Taps>
__global__ void columns(const float *in, float *out) {
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int by = blockIdx.y * 4, bx = blockIdx.x * 192;
  float sum[3] = {};
#pragma unroll
  for (int i = 0; i < Taps; ++i)
#pragma unroll
    for (int j = 0; j < Taps; ++j)
#pragma unroll
      for (int c = 0; c < 3; ++c) {
        const int x = bx + tx + c * 64 + j, y = by + ty + i;
        float value = 0;
        if (by + ty < 4096 && bx + tx + c * 64 < 4096)
          value = in[y * 4110 + x];
        sum[c] += value * 0.5f;
      }
  for (int c = 0; c < 3; ++c)
    if (by + ty < 4096 && bx + tx + c * 64 < 4096)
      out[(by + ty) * 4096 + bx + tx + c * 64] = sum[c];
}

void run(const float *in, float *out) {
  columns<2><<<dim3(22, 1024), dim3(64, 4)>>>(in, out);
  columns<4><<<dim3(22, 1024), dim3(64, 4)>>>(in, out);
}
