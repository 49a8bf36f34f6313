// n = 1000 over 2 blocks of 128: 256 threads, 8 warps. Thread i runs
// ceil((1000 - i) / 256): 4 trips for i < 232, else 3: mean 1000 / 256 = 3.90625.
// 232 = 7 * 32 + 8: in the fourth iteration warps 0..6 are whole, warp 7 has 8
// lanes (1 sector): 8 warps * 4 iterations = 32 executions, 31 * 4 + 1 sectors.
//
// RUN: facts %s --grid 2 --block 128 --arg n=1000 | FileCheck %s
// CHECK: load in[i] {{.*}} warps 32 lanes 1000 sectors 125 lines 32 transactions 125 exact
// CHECK: loop `i < n` {{.*}} mean 3.90625 min 3 max 4 exact

__global__ void gridStride(const float *in, float *out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    out[i] = in[i];
}
