// Places that are computed in floating point. Rounding and what the compiler
// fuses can move a number by a little: a place is known if all numbers around
// it that the machine may have give the same, which those without lost digits do.
//
// RUN: facts %s --grid 100 --block 256 --arg scale=2 2>&1 | FileCheck %s --check-prefixes=TWICE,BOTH
// RUN: facts %s --grid 100 --block 256 --arg scale=0.3 2>&1 | FileCheck %s --check-prefixes=THIRD,BOTH
// RUN: facts %s --grid 100 --block 256 2>&1 | FileCheck %s --check-prefix=NOT-GIVEN
// RUN: facts %s --grid 100 --block 256 --arg scale=2 -- -ftz=true 2>&1 | FileCheck %s --check-prefix=FLUSHED
// RUN: kernelcast predict %s --kernel pixel --grid 8000 --block 256 --arg scale=2 2>&1 | FileCheck %s --check-prefix=LARGE

// Twice as far: 32 lanes are 256 bytes, 8 sectors of each of 800 warps. Three
// tenths: 9 or 10 floats of 40 bytes, two sectors of each warp.
__global__ void pixel(const float *in, float *out, float scale) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  out[x] = in[(int)((x + 0.5f) * scale)];
}
// BOTH: kernel pixel modelled
// TWICE: load in[(int)((x + 0.5f) * scale)] {{.*}} warps 800 lanes 25600 sectors 6400 {{.*}} exact
// THIRD: load in[(int)((x + 0.5f) * scale)] {{.*}} warps 800 lanes 25600 sectors 1600 {{.*}} exact
// NOT-GIVEN: load in[(int)((x + 0.5f) * scale)] {{.*}} bounded {{.*}} it depends on scale, which has no value

// Too many warps to go through one by one: what floats have no part in stays
// exact, the rest is a sample: 8 sectors of each warp here, too.
// LARGE: load in{{.*}} 8.00 sectors a warp, ideal 4 sampled
// LARGE: store out{{.*}} 4.00 sectors a warp, ideal 4 exact

// With small numbers taken for zero nothing of floats is called known.
// FLUSHED: load in[(int)((x + 0.5f) * scale)] {{.*}} bounded

// A choice between paths, and a condition: x * 0.25 + 0.5 is below 1600 in 6398
// threads. 32 of them read 16 floats from 16 w - 3 on, in 3 sectors; the first
// warp, of which no place is below 0, in 2.
__global__ void chosen(const float *in, float *out, float scale) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float at = scale > 1 ? fmaxf(x * 0.5f - 3, 0) : x * 0.5f;
  if (x * 0.25f + 0.5f < 1600)
    out[x] = in[(int)floorf(at)];
}
// BOTH: kernel chosen modelled
// TWICE: load in[(int)floorf(at)] {{.*}} warps 200 lanes 6398 sectors 599 {{.*}} exact

// The sum of a loop is not followed.
__global__ void added(const float *in, float *out, float scale) {
  float at = 0;
  for (int i = 0; i < 8; ++i) {
    out[threadIdx.x + 32 * i] = in[(int)at];
    at += scale;
  }
}
// BOTH: kernel added modelled
// BOTH: load in[(int)at] {{.*}} bounded
