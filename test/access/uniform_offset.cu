// Where a row starts is in the data, but all 32 lanes of a warp read the same
// start and then 32 consecutive words. A start is a multiple of 4 bytes: at the
// start of a sector the warp touches 4 sectors, at the 7 others 5, in the mean
// (4 + 7 * 5) / 8 = 4.875. The table itself is read at one address.
//
// A start of its own for every lane leaves everything open: 1 to 32 sectors.
//
// RUN: facts %s --grid 1 --block 32 | FileCheck %s
// CHECK: load starts[blockIdx.x] {{.*}} warps 1 lanes 32 sectors 1 {{.*}} exact
// CHECK: load rows[starts[blockIdx.x] + threadIdx.x] {{.*}} sectors 4..5 {{.*}} bounded
// CHECK: load rows[starts[threadIdx.x]] {{.*}} sectors 1..32 {{.*}} bounded

__global__ void same(const int *starts, const float *rows, float *out) {
  out[threadIdx.x] = rows[starts[blockIdx.x] + threadIdx.x];
}

__global__ void own(const int *starts, const float *rows, float *out) {
  out[threadIdx.x] = rows[starts[threadIdx.x]];
}
