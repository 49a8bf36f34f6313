// A kernel that is launched twice has two sets of facts; a launch in a loop takes
// the first iteration's value and says that it is assumed.
//
// RUN: facts %s | FileCheck %s
// CHECK: kernel twice
// CHECK-NEXT: launch 1 1 1 block 32 1 1 shared 0 host-code
// CHECK: store p[{{.*}}] {{.*}} warps 1 lanes 32
// CHECK: launch 4 1 1 block 64 1 1 shared 0 host-code
// CHECK: store p[{{.*}}] {{.*}} warps 8 lanes 256
// CHECK: kernel loop
// CHECK: launch 32 1 1 block 32 1 1
// CHECK: assumed {{.*}}b = 32

__global__ void twice(float *p) {
  p[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}
__global__ void loop(float *p) {
  p[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}

int main() {
  float *p;
  cudaMalloc(&p, 4096);
  twice<<<1, 32>>>(p);
  twice<<<4, 64>>>(p);
  for (int b = 32; b <= 512; b *= 2)
    loop<<<1024 / b, b>>>(p);
}
