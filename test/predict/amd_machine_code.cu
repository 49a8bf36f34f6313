// Registers, scratch, LDS, waves, bytes and instructions of machine code that
// is made in this process, against what llc prints for the same module. All of
// them agree: six kernels of CUDA and three of OpenCL. One calls a function whose
// code is AMD's and has none here.
//
// REQUIRES: llc
// RUN: %utils/machine-code/compare-with-llc --amd-code %build/bin/tests/amd-code \
// RUN:   --show %s | FileCheck %s
// RUN: %utils/machine-code/compare-with-llc --amd-code %build/bin/tests/amd-code \
// RUN:   %S/Inputs/amd_kernels.cl | FileCheck %s --check-prefix=OPENCL
// CHECK-NOT: differs
// CHECK: gfx90a without_code ! the code of '__nv_sinf', which it calls, is in a library
// CHECK: equal 18 different 0 without code 3
// OPENCL: equal 9 different 0 without code 0

struct Sizes {
  int n;
  float scale;
};

// LDS, a barrier, a loop with a division by a constant, a structure by value, a
// shuffle and atomics.
__global__ void __launch_bounds__(128, 2)
    mixed(const float *__restrict__ a, float *b, Sizes sizes, int *count) {
  __shared__ float tile[128];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = a[i];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < sizes.n; ++k)
    sum += tile[k % 100] * expf(a[i + k]);
  if (i < sizes.n)
    b[i] = sum * sizes.scale + __ldg(a + 3 * i) +
           __shfl_down_sync(~0u, sum, 4);
  atomicAdd(count, 1);
  __threadfence();
  atomicAdd(b, sum);
}

// An array that is indexed stays in scratch.
__global__ void indexed(float *b, int n) {
  float values[64];
  for (int i = 0; i < 64; ++i)
    values[i] = b[i * n];
  for (int i = 0; i < n; ++i)
    values[(i * 7) % 64] += i;
  b[threadIdx.x] = values[n % 64];
}

// More values at a time than registers: with 1024 threads a block there are 128
// on gfx90a, so that some are spilled.
__global__ void __launch_bounds__(1024) spilled(float *b, const float *a) {
  float values[160];
#pragma unroll
  for (int i = 0; i < 160; ++i)
    values[i] = a[i * 1024 + threadIdx.x];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 160; ++i)
    b[i * 1024 + threadIdx.x] = values[159 - i] * values[i];
}

// Sides of branches, of which short ones are not jumped around.
__global__ void branches(int *b, int n) {
  int i = threadIdx.x;
  if (i % 3 == 0)
    b[i] = n / (i + 1);
  else if (i % 3 == 1)
    for (int k = 0; k < i; ++k)
      b[i] ^= b[k] + k;
  switch (b[i] & 7) {
  case 0: b[i] += 5; break;
  case 1: b[i] *= n; break;
  case 2: b[i] -= b[i + 1]; break;
  case 5: b[i + 2] = 0; break;
  }
}

__global__ void doubles(double *b, const double *a, long n) {
  long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
  if (i < n)
    b[i] = sqrt(a[i]) / (a[i + 1] + b[i % n]);
}

template <typename T, bool Twice> __global__ void generic(T *b) {
  extern __shared__ char buffer[];
  T *part = reinterpret_cast<T *>(buffer);
  part[threadIdx.x] = b[threadIdx.x];
  __syncthreads();
  b[threadIdx.x] = part[threadIdx.x ^ 1] * (Twice ? 2 : 1);
}
template __global__ void generic<int, true>(int *);

__global__ void without_code(float *b) { b[threadIdx.x] = sinf(b[0]); }
