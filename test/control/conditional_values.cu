// ?: over variables picks a value; nothing is loaded for it. One warp:
//   clamp(t, 3, 20)         words 3..20: 3 sectors
//   largest(t, n), n = 9    words 9..31: sectors 1..3
//   pick(in, in + 4, t & 1)[t]  even t: word t, odd t: t + 4: words 0, 5, 2, 7 ...
//                           30, 35: 5 sectors, 2 lines
//   t < 8 ? in[t] : zero    8 lanes load, the others have a register: 1 sector
//   t < 5 ? p[p[0]] ..      the inner load once, by the same 5 lanes: 1 sector
//
// RUN: facts %s --model latency-throughput --grid 1 --block 32 --arg n=9 | FileCheck %s
// CHECK: kernel values modelled
// CHECK-NOT: load
// CHECK: store out[clamp(t, 3, 20)] {{.*}} warps 1 lanes 32 sectors 3 lines 1 transactions 3 exact
// CHECK-NOT: load
// CHECK: store out[largest(t, n)] {{.*}} warps 1 lanes 32 sectors 3 lines 1 transactions 3 exact
// CHECK-NEXT: load pick(in, in + 4, t & 1)[t] {{.*}} lanes 32 sectors 5 lines 2 transactions 5 exact
// CHECK-NEXT: load in[t] {{.*}} warps 1 lanes 8 sectors 1 lines 1 transactions 1 exact
// CHECK-NEXT: load p[0] {{.*}} warps 1 lanes 5 sectors 1
// CHECK-NEXT: load p[p[0]] {{.*}} warps 1 lanes 5
// CHECK-NEXT: load p[t] {{.*}} warps 1 lanes 27 sectors 4 lines 1 transactions 4 exact
// CHECK-NEXT: store out[t]

__device__ int clamp(int v, int lo, int hi) {
  return v < lo ? lo : v > hi ? hi : v;
}
__device__ int largest(int a, int b) { return a > b ? a : b; }
__device__ const float *pick(const float *a, const float *b, bool first) {
  return first ? b : a;
}

__global__ void values(const float *in, const int *p, float *out, int n) {
  int t = threadIdx.x;
  const float zero = 0;
  out[clamp(t, 3, 20)] = 1;
  out[largest(t, n)] = 2;
  float sum = pick(in, in + 4, t & 1)[t];
  sum += t < 8 ? in[t] : zero;
  sum += t < 5 ? p[p[0]] : p[t];
  out[t] = sum;
}
