// %laneid by inline assembly is a number that is known: t % 32 in a
// one-dimensional block. Two warps: 32 lanes each at lane: 4 sectors a warp, and
// one lane of each passes the guard.
//
// RUN: facts %s --kernel lanes --grid 1 --block 64 | FileCheck %s
// RUN: facts %s --kernel others --grid 1 --block 64 | FileCheck %s --check-prefix=OTHERS
// CHECK: kernel lanes modelled
// CHECK: load in[lane] {{.*}} warps 2 lanes 64 sectors 8 lines 2 transactions 8 exact
// CHECK: store out[threadIdx.x / 32] {{.*}} warps 2 lanes 2 sectors 2 lines 2 transactions 2 exact
// CHECK: branch `lane == 0` true 1 false 1 diverged 1 exact

__device__ unsigned laneId() {
  unsigned lane;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}

__global__ void lanes(const float *in, float *out) {
  unsigned lane = laneId();
  float value = in[lane];
  if (lane == 0)
    out[threadIdx.x / 32] = value;
}

// Arithmetic on it is followed: element 8 * lane, so every lane has a sector of
// its own, 32 in each of two warps, over 32 * 32 bytes, which are 8 lines.
//
// OTHERS: kernel others modelled
// OTHERS: load in[lane] {{.*}} warps 2 lanes 64 sectors 64 lines 16 transactions 64 exact
__global__ void others(const float *in, float *out) {
  unsigned lane;
  asm("shl.b32 %0, %%laneid, 3;" : "=r"(lane));
  out[threadIdx.x] = in[lane];
}

// Bits are moved as numbers are, and turned over: elements 0 to 31, and 2^32 - 1
// down to 2^32 - 32. 32 floats in a row are 4 sectors both times.
//
// RUN: facts %s --kernel bits --grid 1 --block 32 | FileCheck %s --check-prefix=BITS
// BITS: kernel bits modelled
// BITS: load in[moved] {{.*}} sectors 4 lines 1 transactions 4 exact
// BITS: load in[turned] {{.*}} sectors 4 lines 1 transactions 4 exact
__global__ void bits(const float *in, float *out) {
  unsigned moved, turned;
  asm("mov.b32 %0, %%laneid;" : "=r"(moved));
  asm("not.b32 %0, %%laneid;" : "=r"(turned));
  out[threadIdx.x] = in[moved] + in[turned];
}
