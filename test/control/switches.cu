// switch over t % 4 with fallthrough from 0 into 1 and a default; two warps:
//   case 0: p[t]        8 lanes a warp (t = 0, 4, ...): 4 sectors each
//   case 1: q[t]        lanes with t % 4 = 0 or 1: 16 a warp
//   case 2: break
//   default: r[t]       t % 4 = 3: 8 a warp
// Behind the switch all 32 lanes store.
//
// Branches: each case is a test of its own.
//
// RUN: facts %s --kernel cases --grid 1 --block 64 | FileCheck %s
// CHECK: load p[t] {{.*}} warps 2 lanes 16 sectors 8 lines 2 transactions 8 exact
// CHECK: load q[t] {{.*}} warps 2 lanes 32 sectors 8 lines 2 transactions 8 exact
// CHECK: load r[t] {{.*}} warps 2 lanes 16 sectors 8 lines 2 transactions 8 exact
// CHECK: store out[t] {{.*}} warps 2 lanes 64 sectors 8 lines 2 transactions 8 exact
//
// A switch over an argument is decided for all: m = 1 takes case 1 alone.
// RUN: facts %s --kernel cases --grid 1 --block 64 --arg m=1 | FileCheck %s --check-prefix=ONE
// ONE-DAG: load p[t + m] {{.*}} warps 0 lanes 0
// ONE-DAG: load q[t + m] {{.*}} warps 2 lanes 64 sectors 10 lines 4 transactions 10 exact
// ONE-DAG: branch `m == 1` true 1 false 0 diverged 0 exact
//
// A switch without a default at the end of a case of another: where b matches
// no label, control falls into the outer switch's next case, for t % 2 = 0 (16
// lanes) p[t] runs only at t % 4 = 0, q[t] in all 32 lanes (t % 2 = 1 directly).
// RUN: facts %s --kernel nested --grid 1 --block 32 | FileCheck %s --check-prefix=NESTED
// NESTED: load p[t] {{.*}} warps 1 lanes 8 sectors 4 lines 1 transactions 4 exact
// NESTED: load q[t] {{.*}} warps 1 lanes 32 sectors 4 lines 1 transactions 4 exact

__global__ void cases(const float *p, const float *q, const float *r,
                      float *out, int m) {
  int t = threadIdx.x;
  float sum = 0;
  switch (t % 4) {
  case 0:
    sum += p[t];
  case 1:
    sum += q[t];
    break;
  case 2:
    break;
  default:
    sum += r[t];
  }
  switch (m) {
  case 0:
    sum += p[t + m];
    break;
  case 1:
    sum += q[t + m];
  }
  out[t] = sum;
}

__global__ void nested(const float *p, const float *q, float *out) {
  int t = threadIdx.x;
  float sum = 0;
  switch (t % 2) {
  case 0:
    switch (t % 4) {
    case 0:
      sum += p[t];
    }
  case 1:
    sum += q[t];
  }
  out[t] = sum;
}
