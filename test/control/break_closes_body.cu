// A break at the close of the body of a loop that has a test of its own: n = 5
// fails the test at once, so there is no iteration; n = 6 breaks in the first,
// before a way back. Both are 0 trips.
//
// RUN: facts %s --grid 1 --block 32 --arg n=5 | FileCheck %s
// RUN: facts %s --grid 1 --block 32 --arg n=6 | FileCheck %s
// CHECK: loop {{.*}} mean 0 min 0 max 0 exact

__global__ void breakClosesBody(int *out, int n) {
  for (unsigned i = n; i <= n && n > 5; --i) {
    out[i] = 1;
    if (i <= n)
      break;
  }
}
