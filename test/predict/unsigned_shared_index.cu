// An index that is an unsigned sum may overflow, and does so with the address in
// shared memory, which has 32 bits, too. So tile[t + 1] is an offset to tile[t]
// whether t has a sign or not, and both kernels have as many integer operations.
//
// RUN: %kernelcast predict %s --gpu rtx-2080-ti --format json 2> %t.notes > %t.json
// RUN: FileCheck %s < %t.json
// CHECK: "name": "with_sign"
// CHECK: "per_warp": {
// CHECK: "int": [[#INTS:]]
// CHECK: "name": "without_sign"
// CHECK: "per_warp": {
// CHECK: "int": [[#INTS]]

template <typename Index>
__device__ float sum(const float *at, Index t) {
  return at[t] + at[t + 3] + at[t + 6] + at[t + 9] + at[t + 12] + at[t + 15] +
         at[t + 18] + at[t + 21];
}
__device__ void fill(float *tile, const float *in) {
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
}
__global__ void with_sign(const float *in, float *out) {
  __shared__ float tile[256];
  fill(tile, in);
  out[threadIdx.x] = sum<int>(tile, threadIdx.x);
}
__global__ void without_sign(const float *in, float *out) {
  __shared__ float tile[256];
  fill(tile, in);
  out[threadIdx.x] = sum<unsigned>(tile, threadIdx.x);
}

void run(const float *in, float *out) {
  with_sign<<<1, 256>>>(in, out);
  without_sign<<<1, 256>>>(in, out);
}
