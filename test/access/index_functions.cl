// OpenCL's index functions: 3 groups of 64 items in x, 2 groups of 1 in y, two
// warps to a group, 12 warps. With g = group x, h = group y, l = local x:
//   get_global_id(0) = 64 g + l, get_global_size(0) = 192, get_num_groups(0) = 3,
//   get_group_id(1) = h = get_global_id(1), get_local_size(0) = 64,
//   get_num_groups(0) * l = 3 l: 12 bytes apart: 32 * 12 = 384 bytes: 12 sectors,
//     3 lines; the second warp starts 384 bytes later
//   get_global_offset(0) = 0; get_local_linear_id() = l
// Sub-groups are warps, w = 0 and 1 of each group, and their items lanes i:
//   w i: one address in the first warp of a group, 32 words in the second: 1 + 4
//     sectors, 6 times
//   i times the 32 of a sub-group: a sector and a line for each lane
//
// RUN: facts %s --grid 3,2 --block 64 | FileCheck %s
// CHECK: load in[get_global_id(1) * get_global_size(0) + get_global_id(0)] {{.*}} warps 12 lanes 384 sectors 48 lines 12 transactions 48 exact
// CHECK: load in[get_num_groups(0) * get_local_id(0)] {{.*}} warps 12 lanes 384 sectors 144 lines 36 transactions 144 exact
// CHECK: load in[get_group_id(0) * get_local_size(0) + get_local_id(0) + get_global_offset(0)] {{.*}} sectors 48 lines 12 transactions 48 exact
// CHECK: load in[get_sub_group_id() * get_sub_group_local_id()] {{.*}} sectors 30 lines 12 transactions 30 exact
// CHECK: load in[get_sub_group_local_id() * get_sub_group_size()] {{.*}} sectors 384 lines 384 transactions 384 exact
// CHECK: store out[get_local_linear_id()] {{.*}} sectors 48 lines 12 transactions 48 exact

__kernel void indices(__global const float *in, __global float *out) {
  float sum = in[get_global_id(1) * get_global_size(0) + get_global_id(0)];
  sum += in[get_num_groups(0) * get_local_id(0)];
  sum += in[get_group_id(0) * get_local_size(0) + get_local_id(0) + get_global_offset(0)];
  sum += in[get_sub_group_id() * get_sub_group_local_id()];
  sum += in[get_sub_group_local_id() * get_sub_group_size()];
  out[get_local_linear_id()] = sum;
}
