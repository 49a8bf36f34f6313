// Bit-fields share a word, wrap around at their width, and are signed if their
// type is; other members may lie in the rest of their unit. A warp that writes
// y[n * t] has 32 lanes 4 n bytes apart: 4 n sectors, or 1 if n is 0.
//
// RUN: facts %s --grid 1 --block 32 | FileCheck %s

struct Packed {
  unsigned low : 4;
  unsigned middle : 20;
  int high : 8;
  unsigned next : 3;
  unsigned char whole;
  bool yes : 1;
  long long last : 50;
};

struct WithDefault {
  int small : 3 = 5; // -3
  int rest : 29;
  __device__ WithDefault(int r) : rest(r) {}
};

__device__ Packed made(int n) {
  Packed p; // bit by bit, from nothing
  p.low = n;
  p.middle = 2 * n;
  p.high = -n;
  p.next = 7;
  p.whole = 3;
  p.yes = n;
  p.last = 1;
  return p;
}

// CHECK-LABEL: kernel fields modelled
__global__ void fields(int *y) {
  int t = threadIdx.x;
  Packed p = made(17);
  // 17 in four bits is 1.
  // CHECK: store y[p.low * t] {{.*}} sectors 4 {{.*}} exact
  y[p.low * t] = 1;
  // CHECK: store y[(p.middle - 32) * t] {{.*}} sectors 8 {{.*}} exact
  y[(p.middle - 32) * t] = 2;
  // CHECK: store y[(p.high + 20) * t] {{.*}} sectors 12 {{.*}} exact
  y[(p.high + 20) * t] = 3;
  p.next += 3; // 10 in three bits is 2
  // CHECK: store y[p.next * t] {{.*}} sectors 8 {{.*}} exact
  y[p.next * t] = 4;
  // CHECK: store y[p.whole * t] {{.*}} sectors 12 {{.*}} exact
  y[p.whole * t] = 5;
  // CHECK: store y[p.yes * t] {{.*}} sectors 4 {{.*}} exact
  y[p.yes * t] = 6;
  // CHECK: store y[p.last * t] {{.*}} sectors 4 {{.*}} exact
  y[p.last * t] = 7;
  Packed q = {18, 3, -128};
  // CHECK: store y[q.low * t] {{.*}} sectors 8 {{.*}} exact
  y[q.low * t] = 8;
  // CHECK: store y[q.middle * t] {{.*}} sectors 12 {{.*}} exact
  y[q.middle * t] = 9;
  q.high--; // 127
  // CHECK: store y[(q.high - 126) * t] {{.*}} sectors 4 {{.*}} exact
  y[(q.high - 126) * t] = 10;
  int was = (q.next = 12); // 4
  // CHECK: store y[was * t] {{.*}} sectors 16 {{.*}} exact
  y[was * t] = 11;
  q = p;
  // CHECK: store y[(q.middle - q.whole) * t] {{.*}} sectors 32 {{.*}} exact
  y[(q.middle - q.whole) * t] = 12; // 31
  WithDefault d(2);
  // CHECK: store y[(d.small + 4) * t] {{.*}} sectors 4 {{.*}} exact
  y[(d.small + 4) * t] = 13;
  // CHECK: store y[d.rest * t] {{.*}} sectors 8 {{.*}} exact
  y[d.rest * t] = 14;
  *(int *)&q = t;
  // CHECK: store y[q.low] {{.*}} sectors 2 {{.*}} exact
  y[q.low] = 15; // 0..15
}

// A bit-field without a name is no member: a copy moves the two words around it,
// of 32 structures that lie in 384 bytes.
struct Spaced {
  int first;
  int : 32;
  int last;
};
// CHECK-LABEL: kernel spaced modelled
// CHECK-COUNT-2: load from[t] global 4 B warps 1 lanes 32 sectors 12 {{.*}} exact
// CHECK-NEXT: store to[t] global 4 B warps 1 lanes 32 sectors 12 {{.*}} exact
// CHECK-NEXT: store to[t] global 4 B warps 1 lanes 32 sectors 12 {{.*}} exact
// CHECK-NOT: store
__global__ void spaced(const Spaced *from, Spaced *to) {
  int t = threadIdx.x;
  to[t] = from[t];
}

// What the launch gives is whole words.
// CHECK-LABEL: kernel parameter modelled
// CHECK: load in[t + p.whole] {{.*}} exact
__global__ void parameter(const int *in, int *y, Packed p) {
  int t = threadIdx.x;
  y[t] = in[t + p.whole];
}
