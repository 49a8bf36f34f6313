// Programs leave some names to the command that compiles them. Those written as
// macros are offered as options, the others are not.
//
// RUN: facts %s --grid 1 --block 32 2>&1 | FileCheck %s
// CHECK: kernel k not-modelled
// CHECK: reason macros that the build gives may be missing; behind the file: -- -DTYPE=… -DBLOCK_SIZE=…
// RUN: facts %s --grid 1 --block 32 -- -DTYPE=float -DBLOCK_SIZE=32 -Dfactor=2 -DWORD_COUNT=4 | FileCheck %s --check-prefix GIVEN
// GIVEN: kernel k modelled
__kernel void k(__global float *a) {
  TYPE x = a[get_group_id(0) * BLOCK_SIZE + get_local_id(0)];
  a[get_group_id(0) * BLOCK_SIZE + get_local_id(0)] = factor;
}

// A macro that is missing where a type is declared, which then has no name yet.
// CHECK: kernel sized not-modelled
// CHECK: reason {{.*}}: the declaration of a type without a name, which it uses, is in error
// CHECK: reason macros that the build gives may be missing; behind the file: -- -DWORD_COUNT=…
// GIVEN: kernel sized modelled
typedef struct {
  uint words[WORD_COUNT];
} key;
__kernel void sized(__global key *keys) { keys[get_global_id(0)].words[0] = 1; }
