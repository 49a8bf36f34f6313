// 100 work-items in groups of 64. OpenCL 1.2 refuses that; in OpenCL 2.0 the
// last group has 36 work-items. They are counted as two whole groups, and no
// count is more than an assumption.
//
// RUN: kernelcast predict %s --global 100 --block 64 --format json \
// RUN:   | FileCheck %s
// CHECK: "why": "the global size is no multiple of the block's, which OpenCL
// CHECK-SAME: 1.2 refuses and 2.0 meets with partial last blocks; these are
// CHECK-SAME: taken to be whole"
// CHECK: "lane_executions": 384
// CHECK: "known": "assumed"
// CHECK-NOT: "known": "exact"
// CHECK: "reason": "the last blocks of the launch are partial, and counted as
// CHECK-SAME: whole ones"
// CHECK: "trip_count"
// CHECK: "known": "assumed"
// CHECK-NOT: "known": "exact"
//
// RUN: kernelcast predict %s --global 128 --block 64 --format json \
// RUN:   | FileCheck --check-prefix=WHOLE %s
// WHOLE: "lane_executions": 384
// WHOLE: "known": "exact"

kernel void store(global int *y) {
  for (int k = 0; k < 3; ++k)
    y[get_global_id(0)] = k;
}
