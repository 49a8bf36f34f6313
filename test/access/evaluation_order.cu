// What one operand changes and another reads. scale(v, 4) multiplies v by 4 and
// returns the thread t. C++17 fixes the order in
//   assign       right before left: in[v] with v = 2 t: 8 bytes apart: 8 sectors
//   conditional  the same without a call: 8 sectors; out[8 t] of lanes 0 to 15 and
//                out[200], bytes 800 on: 16 + 1 sectors
//   logical      the same: 8 sectors; out[0] and out[1]: 1 sector
//   pending      right before left, and v *= 4 before the calls: in[4 t]: 16
//   subscript    p before its index moves it: in[t]: 4 sectors
//   shift        v << i: in[t << 1]: 8 sectors; then v = 4 t: 16 sectors
//   compound     right, then left: v = 4 t + t: 20 t bytes, sectors 0 to 19: 20
//   braces       a = {2 t, 8 t}: 8 and 32 sectors
// and leaves it open in
//   sum          v + scale(v, 4), as in arguments and twice: anything
//   twice        both calls write v
// Until C++17 it left the order in assign open, too.
//
// RUN: facts %s --grid 1 --block 32 | FileCheck %s
// RUN: facts %s --grid 1 --block 32 -- -std=c++14 | FileCheck %s --check-prefix=OLD
// CHECK:      kernel assign
// CHECK:      load in[v] {{.*}} sectors 8 {{.*}} exact
// CHECK-NEXT: store {{.*}} sectors 4 {{.*}} exact
// OLD:        kernel assign
// OLD:        load in[v] {{.*}} sectors 1..32 {{.*}} bounded {{.*}} order of evaluation left open
// OLD-NEXT:   store {{.*}} sectors 4 {{.*}} exact
// CHECK:      kernel conditional
// CHECK:      load in[v] {{.*}} sectors 8 {{.*}} exact
// CHECK-NEXT: store {{.*}} sectors 17 {{.*}} exact
// CHECK:      kernel logical
// CHECK:      load in[v] {{.*}} sectors 8 {{.*}} exact
// CHECK-NEXT: store {{.*}} sectors 1 {{.*}} exact
// CHECK:      kernel pending
// CHECK:      load in[v *= 4] {{.*}} sectors 16 {{.*}} exact
// CHECK-NEXT: store {{.*}} sectors 4 {{.*}} exact
// CHECK:      kernel subscript
// CHECK:      load p[(p += 7, t)] {{.*}} sectors 4 {{.*}} exact
// CHECK:      kernel shift
// CHECK:      load {{.*}} sectors 8 {{.*}} exact
// CHECK-NEXT: store out[v] {{.*}} sectors 16 {{.*}} exact
// CHECK:      kernel compound
// CHECK:      store out[v] {{.*}} sectors 20 {{.*}} exact
// CHECK:      kernel braces
// CHECK:      store out[a[0]] {{.*}} sectors 8 {{.*}} exact
// CHECK-NEXT: store out[a[1]] {{.*}} sectors 32 {{.*}} exact
// CHECK:      kernel sum
// CHECK:      store out[i] {{.*}} bounded {{.*}} order of evaluation left open
// CHECK:      kernel arguments
// CHECK:      store out[i] {{.*}} bounded {{.*}} order of evaluation left open
// CHECK:      kernel twice
// CHECK:      store out[v] {{.*}} bounded {{.*}} order of evaluation left open
// CHECK:      store out[w] {{.*}} sectors 16 {{.*}} exact

__device__ int scale(int &v, int by) {
  v *= by;
  return threadIdx.x;
}

__global__ void assign(int *out, const int *in) {
  int v = threadIdx.x * 2;
  out[scale(v, 4)] = in[v];
}

__global__ void conditional(int *out, const int *in) {
  int v = threadIdx.x * 2;
  out[threadIdx.x < 16 ? v *= 4 : 200] = in[v];
}

__global__ void logical(int *out, const int *in) {
  int v = threadIdx.x * 2;
  out[threadIdx.x < 64 && (v *= 4)] = in[v];
}

__global__ void pending(int *out, const int *in) {
  int v = threadIdx.x;
  out[scale(v, 2)] = in[v *= 4];
}

__global__ void subscript(int *out, const int *in) {
  int t = threadIdx.x;
  const int *p = in;
  out[t] = p[(p += 7, t)];
}

__global__ void shift(int *out, const int *in) {
  int v = threadIdx.x;
  out[v] = in[v << (scale(v, 4) * 0 + 1)];
}

__global__ void compound(int *out) {
  int v = threadIdx.x;
  v += scale(v, 4);
  out[v] = 1;
}

__global__ void braces(int *out) {
  int v = threadIdx.x * 2;
  int a[2] = {v, (scale(v, 4), v)};
  out[a[0]] = 1;
  out[a[1]] = 2;
}

__global__ void sum(int *out) {
  int v = threadIdx.x;
  int i = v + scale(v, 4);
  out[i] = 1;
}

__device__ int first(int a, int b) { return a; }

__global__ void arguments(int *out) {
  int v = threadIdx.x;
  int i = first(v, scale(v, 4));
  out[i] = 1;
}

// The calls of w are two expressions, one after the other.
__global__ void twice(int *out) {
  int v = threadIdx.x, w = threadIdx.x;
  out[v] = scale(v, 2) + scale(v, 3);
  scale(w, 2);
  scale(w, 2);
  out[v] = 1;
  out[w] = 2;
}
