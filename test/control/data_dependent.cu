// What the data decide is not known: a store behind such a branch happens for no
// lane or for all 32 (0..1 warps, at most the 4 sectors of all lanes), and a loop
// over row lengths has an assumed trip count, named in the ledger.
//
// RUN: facts %s --kernel branch --grid 1 --block 32 | FileCheck %s --check-prefix=BRANCH
// BRANCH: load in[t] {{.*}} warps 1 lanes 32 sectors 4 lines 1 transactions 4 exact
// BRANCH: store out[t] {{.*}} warps 0..1 lanes 0..32 sectors 0..4 lines 0..1 transactions 0..4 bounded
// BRANCH: branch `in[t] > 0` {{.*}} {{bounded|assumed}}
//
// RUN: facts %s --kernel rows --grid 1 --block 32 | FileCheck %s --check-prefix=ROWS
// ROWS: assumed trip count of the loop at data_dependent.cu:39:26 = {{[0-9]+}} (depends on data
// ROWS: load start[t] {{.*}} sectors 4 lines 1 transactions 4 exact
// The test of the first iteration is certain: words 1..32, 5 sectors; how many
// follow is not.
// ROWS: load start[t + 1] {{.*}} warps 1..? lanes 32..? sectors 5..? lines 2..? transactions 5..? assumed
// ROWS: loop `k < start[t + 1]` {{.*}} assumed
//
// Both can be given: p = 0 leaves no store; with 12 trips for each lane the
// body's load is issued 12 times.
// RUN: facts %s --kernel branch --grid 1 --block 32 --assume '32:7 p=0' | FileCheck %s --check-prefix=NEVER
// NEVER: store out[t] {{.*}} warps 0
// RUN: kernelcast predict %s --kernel rows --grid 1 --block 32 --assume '39:26 trips=12' --format json | FileCheck %s --check-prefix=TWELVE
// TWELVE: "expression": "in[k]"
// TWELVE: "warp_executions": 12,
// TWELVE: "lane_executions": 384,
// TWELVE: "mean": 12
// TWELVE: "known": "assumed"


__global__ void branch(const float *in, float *out) {
  int t = threadIdx.x;
  if (in[t] > 0)
    out[t] = 1;
}

__global__ void rows(const int *start, const float *in, float *out) {
  int t = threadIdx.x;
  float sum = 0;
  for (int k = start[t]; k < start[t + 1]; ++k)
    sum += in[k];
  out[t] = sum;
}
