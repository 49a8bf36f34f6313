// Lanes 4k and 4k + 1 of each four read one place, 128 * k bytes from the start:
// neighbours read the same address, but all lanes do not. A warp touches 8 places,
// a sector each. 16 lanes of 4 bytes fill 2 sectors, and 8 different places of 4
// bytes no more than 1: the ideal is what the lanes ask for, 2.
//
// Lanes that read in pairs, 4 bytes apart within a pair and 1024 bytes from pair to
// pair, do not read consecutive elements: 16 sectors where 4 would do.
//
// All lanes of a warp read two floats, every other lane the same one: what is touched
// is one sector, and no ideal is above that.
//
// RUN: kernelcast predict %s --grid 1 --block 32 --kernel gaps | FileCheck %s --check-prefix=GAPS
// GAPS: load in[(threadIdx.x / 4) * 32] 8.00 sectors a warp, ideal 2 exact
// GAPS-NOT: the same address
// GAPS: places that are not neighbours
//
// RUN: kernelcast predict %s --grid 1 --block 32 --kernel pairs | FileCheck %s --check-prefix=PAIRS
// PAIRS: load in[at] 16.0 sectors a warp, ideal 4 exact
// PAIRS-NOT: consecutive
//
// RUN: kernelcast predict %s --grid 1 --block 32 --kernel shared_by_lanes | FileCheck %s --check-prefix=SHARED
// SHARED: load in[threadIdx.x % 2] 1.00 sectors a warp, ideal 1 exact

__global__ void gaps(float *out, const float *in) {
  if (threadIdx.x % 4 < 2)
    out[threadIdx.x] = in[(threadIdx.x / 4) * 32];
}

__global__ void pairs(float *out, const float *in) {
  int at = threadIdx.x / 2 * 256 + threadIdx.x % 2;
  out[threadIdx.x] = in[at];
}

__global__ void shared_by_lanes(float *out, const float *in) {
  out[threadIdx.x] = in[threadIdx.x % 2];
}
