// C leaves the order of the sides of an assignment open: in[v] may be read with
// v = 2 t or 8 t. Each of the other statements has one order only:
//   w = w + 1, w += w: 2 t + 2: bytes 8 to 259: sectors 0 to 8: 9 sectors
//   the swap of q's halves: q.x was 8 t: 32 sectors
//
// RUN: facts %s --grid 1 --block 32 | FileCheck %s
// CHECK: load in[v] {{.*}} bounded {{.*}} order of evaluation left open
// CHECK: store out[w] {{.*}} sectors 9 {{.*}} exact
// CHECK: store out[q.y] {{.*}} sectors 32 {{.*}} exact

int scale(int *v) {
  *v *= 4;
  return get_local_id(0);
}

__kernel void k(__global int *out, __global const int *in) {
  int v = get_local_id(0) * 2, w = get_local_id(0);
  out[scale(&v)] = in[v];
  w = w + 1;
  w += w;
  out[w] = 1;
  int2 q = (int2)(get_local_id(0) * 8, w);
  q.xy = q.yx;
  out[q.y] = 2;
}
