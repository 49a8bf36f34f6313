// Enumerators are constants, scoped or not: the branch on one is decided, and
// the subscript that has one as its factor is a stride.
//
//   x[4 * lane]: 32 lanes 16 bytes apart are 512 bytes = 16 sectors
//
// RUN: facts %s --block 32 --grid 1 | FileCheck %s
// CHECK: kernel enumerators modelled
// CHECK-NOT: reason
// CHECK: store x[{{.*}}] global 4 B warps 1 lanes 32 sectors 16

enum class Mode { Plain, Doubled };
enum Stride { One = 1, Four = 4 };

__global__ void enumerators(int *x) {
  Mode mode = Mode::Doubled;
  if (mode == Mode::Doubled)
    x[Four * threadIdx.x] = One;
}
