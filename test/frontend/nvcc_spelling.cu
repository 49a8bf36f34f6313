// Syntax that nvcc takes and Clang does not; test/frontend/spaced_launch.cu has
// launches with spaces. An array in shared memory that is extern and has a size
// is a static one: 4 x 33 floats are 528 bytes. The grid of the host's launch
// is in braces: 3 x 2 blocks of 32 x 4 threads.
//
// RUN: kernelcast predict %s --gpu rtx-2080-ti --details 2>&1 | FileCheck %s --implicit-check-not=error:
// CHECK: tile
// CHECK: grid 3×2 block 32×4
// CHECK: nvcc_spelling.cu:53)
// CHECK: 528 B shared
// CHECK: aligned
// CHECK: 256 B shared
// CHECK: of_type
// CHECK: 512 B shared

__device__ unsigned laneOf() {
  unsigned lane;
  asm volatile("mov.u32 %0, %laneid;" : "=r"(lane));
  return lane;
}

// The comma between operands may be missing.
__device__ unsigned sum(unsigned a, unsigned b) {
  unsigned c;
  asm("add.u32 %0, %1, %2;" : "=r"(c) : "r"((a) + 1) "r"(b));
  return c;
}

#define UNROLL #pragma unroll

__global__ void tile(float *out) {
  extern __shared__ float rows[4][33];
  UNROLL // all of it
  for (int i = 0; i < 2; ++i)
    rows[threadIdx.y][sum(laneOf(), i) % 32] = 1;
  out[threadIdx.x] = rows[threadIdx.y][31 - laneOf()];
}

// Alignment counts wherever it is said: one byte, and from byte 128 on 32 floats.
__global__ void aligned(float *out) {
  __shared__ char first;
  __shared__ alignas(128) float rest[32];
  first = 1;
  rest[threadIdx.x] = out[threadIdx.x];
}

// That of a type is left to it: 32 of 16 bytes.
__global__ void of_type(float *out) {
  __shared__ struct alignas(16) Wide { float x; } wide[32];
  wide[threadIdx.x].x = out[threadIdx.x];
}

void run(float *out, int n) { tile<<<{3, 2}, {32, 4, 1}>>>(out); }

void more(float *out) {
  aligned<<<1, 32>>>(out);
  of_type<<<1, 32>>>(out);
}
