// The right side of && and ||, and both arms of ?:, run for some lanes only.
// One warp:
//   t < 8 && p[t] > 0     lanes 0..7 load p: 1 sector
//   t < 24 || q[t] > 0    lanes 24..31 load q: 1 sector
//   t & 1 ? a[t] : b[t]   16 lanes each, in every sector: 4 each
//   t & 1 ? c[t] + 0 : 1  16 lanes load: 4 sectors
//
// RUN: facts %s --grid 1 --block 32 | FileCheck %s
// CHECK: load p[t] {{.*}} warps 1 lanes 8 sectors 1 lines 1 transactions 1 exact
// CHECK: load q[t] {{.*}} warps 1 lanes 8 sectors 1 lines 1 transactions 1 exact
// CHECK: load a[t] {{.*}} warps 1 lanes 16 sectors 4 lines 1 transactions 4 exact
// CHECK: load b[t] {{.*}} warps 1 lanes 16 sectors 4 lines 1 transactions 4 exact
// CHECK: load c[t] {{.*}} warps 1 lanes 16 sectors 4 lines 1 transactions 4 exact

__global__ void shortCircuit(const float *p, const float *q, const float *a,
                             const float *b, const float *c,
                             float *out) {
  int t = threadIdx.x;
  float sum = 0;
  if (t < 8 && p[t] > 0)
    sum = 1;
  if (t < 24 || q[t] > 0)
    sum += 2;
  sum += t & 1 ? a[t] : b[t];
  sum += t & 1 ? c[t] + 0 : 1;
  out[t] = sum;
}
