// Where a row starts is in the data, and a warp works on several rows: lanes
// that read the same start have one unknown offset in common. 32 threads:
//
//   halves    each half-warp reads 64 bytes from a multiple of 4: 2 sectors if
//             that is the start of one, else 3; the two may be the same row.
//   aligned   16 * start: 64 bytes from a multiple of 64, always 2 sectors; the
//             same row twice is still 2.
//   pairs     16 groups of two lanes, 8 bytes each: 1 sector, or 2 from the last
//             word of one.
//   turned    the lanes of a group need not be neighbours: even and odd ones,
//             4 * start + lane / 2: 64 bytes from a multiple of 16: 2 or 3.
//   banked    each half-warp reads 16 neighbouring words of shared memory: one
//             cycle, or two where both want other words of one bank.
//   own       a start for every lane: nothing in common.
//
// RUN: facts %s --grid 1 --block 32 | FileCheck %s
// CHECK: load halves[starts[t / 16] + t % 16] {{.*}} sectors 2..6 {{.*}} bounded
// CHECK: load aligned[16 * starts[t / 16] + t % 16] {{.*}} sectors 2..4 {{.*}} bounded
// CHECK: load pairs[starts[t / 2] + t % 2] {{.*}} sectors 1..32 {{.*}} bounded
// CHECK: load turned[4 * starts[t % 2] + t / 2] {{.*}} sectors 2..6 {{.*}} bounded
// CHECK: load banked[starts[t / 16] + t % 16] {{.*}} cycles 1..2 {{.*}} bounded
// CHECK: load own[starts[t]] {{.*}} sectors 1..32 {{.*}} bounded
//
// CC 1.0 serves each half-warp for itself. 64 bytes are one transaction if they
// start at a multiple of 64, else one for each lane; groups in one half-warp
// break that up. 16 neighbouring words lie in its 16 banks.
//
// RUN: facts %s --grid 1 --block 32 --gpu 8800-gtx | FileCheck %s --check-prefix=CC10
// CC10: load halves[starts[t / 16] + t % 16] {{.*}} transactions 2..32 bounded
// CC10: load aligned[16 * starts[t / 16] + t % 16] {{.*}} transactions 2 bounded
// CC10: load pairs[starts[t / 2] + t % 2] {{.*}} transactions 1..32 bounded
// CC10: load banked[starts[t / 16] + t % 16] {{.*}} cycles 2 degree 1 exact

__global__ void groups(const int *starts, const float *halves,
                       const float *aligned, const float *pairs,
                       const float *turned, const float *own, float *out) {
  __shared__ float banked[256];
  int t = threadIdx.x;
  banked[t] = t;
  __syncthreads();
  float sum = halves[starts[t / 16] + t % 16];
  sum += aligned[16 * starts[t / 16] + t % 16];
  sum += pairs[starts[t / 2] + t % 2];
  sum += turned[4 * starts[t % 2] + t / 2];
  sum += banked[starts[t / 16] + t % 16];
  sum += own[starts[t]];
  out[t] = sum;
}
