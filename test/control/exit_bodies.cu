// What a thread does on its way out of a loop, it does in the iteration in
// which it leaves. One warp, lanes t = 0..31.
//
//   leave   lane t leaves in iteration t / 4: iterations 0..7, 4 lanes each.
//           a[t] before the test: 8 warp executions, 32 + 28 + ... + 4 = 144
//           b[t] in the break's body: 8 executions of 4 lanes, 4 adjacent
//           words, one sector each
//           c[t] behind the loop: all lanes together again
//   give_up lane t returns from two loops at i * 8 + j == t: every lane alone,
//           32 executions of a[t], and nobody reaches b[t]
//   inner   the body on the way out has a loop of its own: lane t leaves in
//           iteration t / 16 (2 of them) and then stores twice, so b[k] runs
//           2 x 2 times with 16 lanes
//
// RUN: facts %s --grid 1 --block 32 | FileCheck %s
// CHECK: store a[t] {{.*}} warps 8 lanes 144 {{.*}} exact
// CHECK: store b[t] {{.*}} warps 8 lanes 32 sectors 8 {{.*}} exact
// CHECK: store c[t] {{.*}} warps 1 lanes 32 sectors 4 {{.*}} exact
// CHECK: store a[t] {{.*}} warps 32 lanes 32 sectors 32 {{.*}} exact
// CHECK: store b[t] {{.*}} warps 0 lanes 0 {{.*}} exact
// CHECK: store b[k] {{.*}} warps 4 lanes 64 sectors 4 {{.*}} exact

__global__ void leave(float *a, float *b, float *c) {
  int t = threadIdx.x;
  for (int i = 0; i < 100; ++i) {
    a[t] = i;
    if (i == t / 4) {
      b[t] = 1;
      break;
    }
  }
  c[t] = 2;
}

__global__ void give_up(float *a, float *b) {
  int t = threadIdx.x;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 8; ++j)
      if (i * 8 + j == t) {
        a[t] = 1;
        return;
      }
  b[t] = 2;
}

__global__ void inner(float *b) {
  int t = threadIdx.x;
  for (int i = 0; i < 100; ++i)
    if (i == t / 16) {
      for (int k = 0; k < 2; ++k)
        b[k] = i;
      break;
    }
}
