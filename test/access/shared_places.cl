// Shared arrays do not overlap, whoever gives their size. Lanes 2 k and 2 k + 1
// read t[2 k + 1] and s[2 k + 1]: one bank, two words, so two cycles. (If the
// arrays lay in one place, it would be one word, and one cycle.)
//
// RUN: facts %s --kernel parameters --grid 1 --block 32 --dynamic-shared 1024 | FileCheck %s --check-prefix=PARAMETERS
// PARAMETERS: load *p shared 4 B warps 1 lanes 32 cycles 2 degree 2 exact
// RUN: facts %s --kernel own --grid 1 --block 32 --dynamic-shared 1024 | FileCheck %s --check-prefix=OWN
// OWN: load *p shared 4 B warps 1 lanes 32 cycles 2 degree 2 exact

__kernel void parameters(__global int *out, __local int *s, __local int *t) {
  int l = get_local_id(0);
  __local int *p = l % 2 ? s + l : t + l + 1;
  out[l] = *p;
}

__kernel void own(__global int *out, __local int *s) {
  __local int t[128];
  int l = get_local_id(0);
  __local int *p = l % 2 ? s + l : t + l + 1;
  out[l] = *p;
}
