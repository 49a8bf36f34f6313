// OpenCL chooses among vectors element by element (6.3.i of the specification)
// and evaluates both sides of && and || of vectors (6.3.g): nothing branches,
// and every load happens.
//
// RUN: facts %s --grid 1 --block 32 | FileCheck %s --implicit-check-not=branch
//
// CHECK-LABEL: kernel chosen modelled
// CHECK: load a[i] global 16 B {{.*}} sectors 16 {{.*}} exact
// CHECK: load b[i] global 16 B {{.*}} sectors 16 {{.*}} exact
// CHECK: load b[i + 1] global 16 B {{.*}} sectors 17 {{.*}} exact
// CHECK: store o[i] global 16 B {{.*}} sectors 16 {{.*}} exact
__kernel void chosen(__global int4 *a, __global int4 *b, __global int4 *o) {
  int i = get_global_id(0);
  o[i] = a[i] ? b[i] : b[i + 1];
}

// CHECK-LABEL: kernel both modelled
// CHECK: load a[i] global 16 B {{.*}} sectors 16 {{.*}} exact
// CHECK: load b[i] global 16 B {{.*}} sectors 16 {{.*}} exact
// CHECK: load b[i + 1] global 16 B {{.*}} sectors 17 {{.*}} exact
// CHECK: store o[i] global 16 B {{.*}} sectors 16 {{.*}} exact
__kernel void both(__global int4 *a, __global int4 *b, __global int4 *o) {
  int i = get_global_id(0);
  o[i] = a[i] && (b[i] || b[i + 1]);
}

// A choice in a choice; the loop goes round four times whatever is chosen.
// CHECK-LABEL: kernel nested modelled
// CHECK: load a[i] global 4 B warps 4 {{.*}} exact
// CHECK: load b[i] global 16 B warps 4 {{.*}} exact
// CHECK: load b[i + k] global 16 B warps 4 {{.*}} exact
// CHECK: loop `k < 4` {{.*}} mean 4 min 4 max 4 exact
__kernel void nested(__global int *a, __global int4 *b, __global int4 *o) {
  int i = get_global_id(0);
  int4 sum = 0;
  for (int k = 0; k < 4; ++k)
    sum += sum > 0 ? (sum > a[i] ? b[i] : b[i + k]) : sum - 1;
  o[i] = sum;
}
