// Neighbours that one wider access can make, each beside its fixed twin.
//
// RUN: kernelcast lint %s --model mwp-cwp --checks='-*,kernelcast-vectorizable-access' > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=CLEAN < %t.txt
// CLEAN-NOT: in fixed_
// CLEAN-NOT: in fine_
// CLEAN: 0 errors and 8 warnings in 22 kernels, 1 more suppressed
// RUN: kernelcast lint %s --model mwp-cwp --kernel looped --kernel fine_once --min-gain 0 \
// RUN:   --checks='-*,kernelcast-vectorizable-access' | FileCheck %s --check-prefix=LOOP

#include <cstdint>
#include <cuda/barrier>
#include <thrust/complex.h>

__global__ void four(float *out, const float *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK-DAG: .cu:[[#@LINE+2]]:12: warning: load of a[4 * i] and 3 more lie side by side: one load of 16 bytes would do instead of 4; {{.*}} [kernelcast-vectorizable-access]
  // CHECK-DAG: .cu:[[#@LINE+1]]:23: note: a neighbour is here: a[4 * i + 1]
  out[i] = a[4 * i] + a[4 * i + 1] + a[4 * i + 2] + a[4 * i + 3];
}
__global__ void fixed_four(float *out, const float4 *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v = a[i];
  out[i] = v.x + v.y + v.z + v.w;
}
__global__ void quiet_four(float *out, const float *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a[4 * i] + a[4 * i + 1] + a[4 * i + 2] + a[4 * i + 3]; // NOLINT
}
// n is 8 here: pairs begin at multiples of 8 elements.
__global__ void rows(float *out, const float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK-DAG: .cu:[[#@LINE+1]]:12: warning: load of a[n * i] and 1 more lie side by side: one load of 8 bytes would do instead of 2
  out[i] = a[n * i] + a[n * i + 1];
}
// 3 elements of 12 bytes begin at no multiple of 8.
__global__ void fine_three(float *out, const float *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a[3 * i] + a[3 * i + 1] + a[3 * i + 2];
}
// Rows of 7 do not either; nor does what begins one element later.
__global__ void fine_odd(float *out, const float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a[n * i] + a[n * i + 1];
}
__global__ void fine_shifted(float *out, const float *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a[2 * i + 1] + a[2 * i + 2];
}
// A store between may change the second.
__global__ void fine_stored(float *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = a[2 * i];
  a[2 * i + 1] = 0;
  a[2 * i] = x + a[2 * i + 1];
}
// Two stores.
__global__ void stores(float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK-DAG: .cu:[[#@LINE+1]]:3: warning: store to out[2 * i] and 1 more lie side by side: one store of 8 bytes would do instead of 2
  out[2 * i] = i;
  out[2 * i + 1] = -i;
}
// The iterations of a loop that is unrolled, if each makes the load.
__global__ void looped(float *out, const float *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < 4; ++k)
    // LOOP: .cu:[[#@LINE+1]]:{{[0-9]+}}: warning: load of a[4 * i + k] and 3 more lie side by side: one load of 16 bytes would do instead of 4
    s += a[4 * i + k];
  out[i] = s;
}
// LOOP: 0 errors and 1 warning in 2 kernels
__global__ void fine_once(float *out, const float *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 4; ++k)
    if (k == i % 8) {
      out[i] = a[4 * i + k];
      return;
    }
}
#define AT(i) a[i]
template <typename T> __global__ void instance(T *out, const T *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: warning: load of {{.*}} and 1 more lie side by side: one load of 16 bytes would do instead of 2
  out[i] = AT(2 * i) + AT(2 * i + 1);
}
// A record of eight shorts is aligned to 2 bytes by its type; its neighbours lie
// 16 bytes further.
struct Eight {
  short values[8];
};
__global__ void records(Eight *out, const Eight *p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK-DAG: .cu:[[#@LINE+2]]:{{[0-9]+}}: warning: load of p[i] and 7 more lie side by side: one load of 16 bytes would do instead of 8
  // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: warning: store to out[i] and 7 more lie side by side: one store of 16 bytes would do instead of 8
  out[i] = p[i];
}
// The compiler knows of those that are aligned, whatever their size.
struct alignas(32) Sixteen {
  short values[16];
};
__global__ void fine_records(Sixteen *out, const Sixteen *p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = p[i];
}
__global__ void fine_members(float2 *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i].x = i;
  out[i].y = -i;
}
// thrust's numbers are aligned to both their parts.
__global__ void fine_complex(thrust::complex<float> *out,
                             const thrust::complex<float> *p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = p[i] * p[i];
}
// A promise of 16 bytes is one copy of 16; without it floats are copied.
__global__ void copies(float *out, const float *a, int n) {
  __shared__ float s[1024];
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    // CHECK-DAG: .cu:[[#@LINE+1]]:5: warning: load of {{.*}} and 3 more lie side by side: one load of 16 bytes would do instead of 4
    cuda::memcpy_async(&s[4 * threadIdx.x], &a[k * 262144 + 4 * i],
                       16, barrier);
    barrier.arrive_and_wait();
    sum += s[1023 - threadIdx.x];
    barrier.arrive_and_wait();
  }
  out[i] = sum;
}
__global__ void fixed_copies(float *out, const float *a, int n) {
  __shared__ float s[1024];
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    cuda::memcpy_async(&s[4 * threadIdx.x], &a[k * 262144 + 4 * i],
                       cuda::aligned_size_t<16>(16), barrier);
    barrier.arrive_and_wait();
    sum += s[1023 - threadIdx.x];
    barrier.arrive_and_wait();
  }
  out[i] = sum;
}
// One by one where the pointer is not aligned.
__global__ void fine_guarded(float *out, const float *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float *p = a + 4 * i;
  if (reinterpret_cast<uintptr_t>(p) % 16 == 0) {
    float4 v = *reinterpret_cast<const float4 *>(p);
    out[i] = v.x + v.y + v.z + v.w;
  } else {
    out[i] = p[0] + p[1] + p[2] + p[3];
  }
}
__global__ void fine_masked(float *out, const float *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if ((uintptr_t(a) | uintptr_t(out)) & 15)
    out[i] = a[4 * i] + a[4 * i + 1] + a[4 * i + 2] + a[4 * i + 3];
}
// Pairs that begin at multiples of 8 bytes in both calls, and in one of two.
__device__ float both(const float *p) {
  // CHECK-DAG: .cu:[[#@LINE+2]]:{{[0-9]+}}: warning: load of {{.*}} and 1 more lie side by side: one load of 8 bytes would do instead of 2
  // CHECK-DAG: note: in calls
  return p[0] + p[1];
}
__global__ void calls(float *out, const float *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = both(a + 4 * i) * both(a + 4 * i + 2);
}
__global__ void fine_calls(float *out, const float *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = both(a + 4 * i) * both(a + 3 * i + 131072);
}

void run(float *a, double *d) {
  four<<<256, 256>>>(a, a + 65536);
  fixed_four<<<256, 256>>>(a, (float4 *)(a + 65536));
  quiet_four<<<256, 256>>>(a, a + 65536);
  rows<<<256, 256>>>(a, a + 65536, 8);
  fine_three<<<256, 256>>>(a, a + 65536);
  fine_odd<<<256, 256>>>(a, a + 65536, 7);
  fine_shifted<<<256, 256>>>(a, a + 65536);
  fine_stored<<<256, 256>>>(a);
  stores<<<256, 256>>>(a);
  looped<<<256, 256>>>(a, a + 65536);
  fine_once<<<256, 256>>>(a, a + 65536);
  instance<double><<<256, 256>>>(d, d + 65536);
  records<<<256, 256>>>((Eight *)a, (Eight *)d);
  fine_records<<<256, 256>>>((Sixteen *)a, (Sixteen *)d);
  fine_members<<<256, 256>>>((float2 *)a);
  fine_complex<<<256, 256>>>((thrust::complex<float> *)a,
                             (thrust::complex<float> *)d);
  copies<<<256, 256>>>(a, a + 65536, 64);
  fixed_copies<<<256, 256>>>(a, a + 65536, 64);
  fine_guarded<<<256, 256>>>(a, a + 65536);
  fine_masked<<<256, 256>>>(a, a + 65536);
  calls<<<256, 256>>>(a, a + 65536);
  fine_calls<<<256, 256>>>(a, a + 65536);
}
