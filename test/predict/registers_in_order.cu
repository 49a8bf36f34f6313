// Sums that share what they load over a distance. Sum t reads tile[i + GAP * t]
// in round i, and what it reads in round i <= N - 1 - GAP sum t - 1 reads again
// GAP rounds later. In the order of the code, which is round by round, all of
// that is in use in the middle: (N - GAP) * (SUMS - 1) values beside the sums.
// One sum ahead of the other, a few are enough.
//
// The assembler finds that order in blocks of up to 4096 instructions, and in
// longer ones it may not: of this kernel, with N = 120, it makes 255 registers
// and spills. These are 120 * 24 = 2880 multiply-adds and 61 * 23 + 120 = 1523
// loads. (120 - 61) * 23 + 24 = 1381 registers are in use in the code's order,
// and some for addresses.
//
// RUN: %kernelcast predict %s --gpu rtx-2080-ti --format json -- -DN=120 -DGAP=61 2> %t.notes > %t.long
// RUN: python3 %S/Inputs/in_order.py %t.long 1381 1410
//
// With N = 100 they are 2400 and 51 * 23 + 100 = 1273: nothing is in doubt, as
// with the compiler's count.
//
// RUN: %kernelcast predict %s --gpu rtx-2080-ti --format json -- -DN=100 -DGAP=51 2> %t.notes > %t.short
// RUN: FileCheck %s < %t.short
// RUN: %kernelcast predict %s --gpu rtx-2080-ti --registers 255 --format json -- -DN=120 -DGAP=61 2> %t.notes > %t.known
// RUN: FileCheck %s < %t.known
// CHECK-NOT: better order than the code's own
//
// A few more than there are, (800 - 717) * 3 + 4 and those for addresses, are no
// doubt.
//
// RUN: %kernelcast predict %s --gpu rtx-2080-ti --format json -- -DSUMS=4 -DN=800 -DGAP=717 2> %t.notes > %t.few
// RUN: FileCheck %s < %t.few
//
// Launch bounds of 128 threads, four blocks on an SM, leave a thread 128
// registers. What is beyond these goes to local memory then.
//
// RUN: %kernelcast predict %s --gpu rtx-2080-ti --format json -- -DN=120 -DGAP=61 -DBOUNDS='__launch_bounds__(128,4)' 2> %t.notes > %t.bounds
// RUN: python3 %S/Inputs/in_order.py %t.bounds 1381 1410 128

//
// A loop in front whose block needs more registers in the good order, ten rounds
// of it, is not where the long block spills: that runs once.
//
// RUN: %kernelcast predict %s --gpu rtx-2080-ti --format json -- -DN=120 -DGAP=61 -DROUNDS=10 2> %t.notes > %t.loop
// RUN: python3 %S/Inputs/in_order.py %t.loop 1381 1420

#ifndef BOUNDS
#define BOUNDS
#endif
#ifndef SUMS
#define SUMS 24
#endif

__global__ void BOUNDS sums(const float *in, float *out) {
  __shared__ float tile[GAP * SUMS + N + 32];
  for (int i = threadIdx.x; i < GAP * SUMS + N + 32; i += 32)
    tile[i] = in[i];
  __syncthreads();
#ifdef ROUNDS
  float a[180];
#pragma unroll
  for (int k = 0; k < 180; ++k)
    a[k] = k;
#pragma unroll 1
  for (int r = 0; r < ROUNDS; ++r) {
    const float x = in[r * 32 + threadIdx.x];
#pragma unroll
    for (int k = 0; k < 180; ++k)
      a[k] = a[k] * x + k;
  }
  float s = 0;
#pragma unroll
  for (int k = 0; k < 180; ++k)
    s = s * 0.5f + a[k];
  out[1 << 20 | threadIdx.x] = s;
  __syncthreads();
#endif
  float sum[SUMS] = {};
#pragma unroll
  for (int i = 0; i < N; ++i)
#pragma unroll
    for (int t = 0; t < SUMS; ++t)
      sum[t] += tile[threadIdx.x + i + GAP * t] * (i + 0.5f);
#pragma unroll
  for (int t = 0; t < SUMS; ++t)
    out[(blockIdx.x * SUMS + t) * 32 + threadIdx.x] = sum[t];
}

void run(const float *in, float *out) { sums<<<1024, 32>>>(in, out); }
