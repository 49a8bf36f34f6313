// The first array in shared memory is not at null: a quarter of the threads have
// a pointer that leads there.
//
// RUN: facts %s | FileCheck %s

// Two of eight warps have the pointer, in each of 12 blocks.
//
// CHECK: kernel chosen modelled
// CHECK: load p[1]{{.*}} warps 24 lanes 768 {{.*}} exact
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
