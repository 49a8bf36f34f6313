// An array of 24-byte structures: consecutive x lie 24 bytes apart, so 32 of
// them span 31 * 24 + 4 = 748 bytes, from 0 to 747: lines 0..5. Multiples of 24
// fall into sectors 0 0 1 2 3 3 4 5 6 6 ... : of 4 lanes (96 bytes = 3 sectors)
// lane 0 and 1 share the first. So 3 sectors for 4 lanes: 24 sectors.
// The member m[2] at offset 20 shifts each by 20 bytes: 20, 44, 68, 92 lie in
// sectors 0, 1, 2, 2: again 3 for 4 lanes, 24; the last ends at byte 767, line 5.
//
// Separate arrays: 4 sectors, one line.
//
// A structure read whole is three accesses' worth of bytes: 32 * 24 = 768
// consecutive bytes, 24 sectors, 6 lines.
//
// RUN: facts %s --grid 1 --block 32 | FileCheck %s
// CHECK-DAG: load p[i].x global 4 B warps 1 lanes 32 sectors 24 lines 6 transactions 24 exact
// CHECK-DAG: load p[i].m[2] global 4 B warps 1 lanes 32 sectors 24 lines 6 transactions 24 exact
// CHECK-DAG: load a.x[i] global 4 B warps 1 lanes 32 sectors 4 lines 1 transactions 4 exact
// CHECK-DAG: store a.y[i] global 4 B warps 1 lanes 32 sectors 4 lines 1 transactions 4 exact
// CHECK-DAG: load p->mass {{.*}} sectors 1 lines 1 transactions 1 exact

struct Particle {
  float x, y, mass;
  float m[3];
};
struct Arrays {
  int count;
  const float *x;
  float *y;
};

__global__ void both(const Particle *p, Arrays a) {
  int i = threadIdx.x;
  float sum = p[i].x;
  sum += p[i].m[2];
  sum += a.x[i];
  a.y[i] = sum * p->mass;
}
