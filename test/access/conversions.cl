// Conversions that round, and steps of a bool. A warp that writes out[t * n] has
// 32 lanes 4 n bytes apart: 4 n sectors, or 1 if n is 0.
//
// RUN: facts %s --grid 1 --block 32 | FileCheck %s

__kernel void conversions(__global int *out, float f) {
  int t = get_local_id(0);
  // CHECK: store out[t * convert_int_rte(2.5f)] {{.*}} sectors 8 {{.*}} exact
  out[t * convert_int_rte(2.5f)] = 1; // 2, the even one
  // CHECK: store out[t * convert_int_rte(2.7f)] {{.*}} sectors 12 {{.*}} exact
  out[t * convert_int_rte(2.7f)] = 1; // 3
  // CHECK: store out[t * convert_int_rtp(0.1f)] {{.*}} sectors 4 {{.*}} exact
  out[t * convert_int_rtp(0.1f)] = 1; // 1
  // CHECK: store out[t * (4 + convert_int_rtn(-2.1f))] {{.*}} sectors 4 {{.*}} exact
  out[t * (4 + convert_int_rtn(-2.1f))] = 1; // 4 - 3
  // CHECK: store out[t * convert_uchar_sat_rte(2.7f)] {{.*}} sectors 12 {{.*}} exact
  out[t * convert_uchar_sat_rte(2.7f)] = 1; // 3
  // CHECK: store out[t * convert_int_rtz(2.7f)] {{.*}} sectors 8 {{.*}} exact
  out[t * convert_int_rtz(2.7f)] = 1; // 2
  // CHECK: store out[t * convert_int_rte(f)] {{.*}} sectors 1..32 {{.*}} bounded
  out[t * convert_int_rte(f)] = 1;
  bool b = true;
  b++; // 2, which is true
  // CHECK: store out[t * b] {{.*}} sectors 4 {{.*}} exact
  out[t * b] = 1;
  b--; // 0
  // CHECK: store out[t * (2 + b)] {{.*}} sectors 8 {{.*}} exact
  out[t * (2 + b)] = 1;
  b--; // -1, which is true
  // CHECK: store out[t * (4 - b)] {{.*}} sectors 12 {{.*}} exact
  out[t * (4 - b)] = 1;
}
