// HIP is CUDA under other names, for an NVIDIA GPU: the launch is found, the
// old names of coordinates are known, and 32 lanes store 4 sectors.
//
// RUN: facts %s 2>&1 | FileCheck %s
// CHECK-NOT: error
// CHECK: kernel k<float> modelled
// CHECK: launch 16 1 1 block 256 1 1
// CHECK: store a[i] {{.*}}sectors 512 lines 128 transactions 512 exact
#include <hip/hip_runtime.h>

template <class T> __global__ void k(T *a, int n) {
  int i = hipBlockIdx_x * hipBlockDim_x + hipThreadIdx_x;
  if (i < n)
    a[i] = 1;
}

int main() {
  float *d;
  int n = 4096; // 128 warps
  hipDeviceProp_t p;
  if (hipGetDeviceProperties(&p, 0) != hipSuccess)
    return 1;
  hipMalloc((void **)&d, n * sizeof(float));
  hipLaunchKernelGGL(HIP_KERNEL_NAME(k<float>), dim3(n / 256), dim3(256), 0, 0,
                     d, n);
  hipDeviceSynchronize();
}
