// Programs leave some names to the command that compiles them. Those written as
// macros are offered as options, the others are not.
//
// RUN: facts %s --grid 1 --block 32 2>&1 | FileCheck %s
// CHECK: kernel k not-modelled
// CHECK: reason macros that the build gives may be missing; behind the file: -- -DTYPE=… -DBLOCK_SIZE=…
// RUN: facts %s --grid 1 --block 32 -- -DTYPE=float -DBLOCK_SIZE=32 -Dfactor=2 | FileCheck %s --check-prefix GIVEN
// GIVEN: kernel k modelled
__kernel void k(__global float *a) {
  TYPE x = a[get_group_id(0) * BLOCK_SIZE + get_local_id(0)];
  a[get_group_id(0) * BLOCK_SIZE + get_local_id(0)] = factor;
}
