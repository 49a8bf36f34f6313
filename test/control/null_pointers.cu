// The first array in shared memory is not at null: half of the lanes' pointers
// lead there.
//
// RUN: facts %s | FileCheck %s
// RUN: facts %s --counts=ir | FileCheck %s

// Two of eight warps have the pointer, in each of 12 blocks.
//
// CHECK: kernel chosen
// CHECK: load p[1]{{.*}} warps 24 lanes 768
__global__ void chosen(float *out) {
  __shared__ float first[4];
  first[threadIdx.x & 3] = 1;
  __syncthreads();
  float *p = threadIdx.x < 64 ? first : nullptr;
  float sum = 0;
  if (p)
    sum = p[1];
  out[threadIdx.x] = sum;
}
int main() {
  float *out;
  chosen<<<12, 256>>>(out);
}
