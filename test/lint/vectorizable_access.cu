// Neighbours that one wider access can make, each beside its fixed twin.
//
// RUN: kernelcast lint %s --checks='-*,kernelcast-vectorizable-access' > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=CLEAN < %t.txt
// CLEAN-NOT: in fixed_
// CLEAN-NOT: in fine_
// CLEAN: 0 errors and 4 warnings in 12 kernels, 1 more suppressed
// RUN: kernelcast lint %s --kernel looped --kernel fine_guarded --min-gain 0 \
// RUN:   --checks='-*,kernelcast-vectorizable-access' | FileCheck %s --check-prefix=LOOP

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
__global__ void fine_guarded(float *out, const float *a) {
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
  fine_guarded<<<256, 256>>>(a, a + 65536);
  instance<double><<<256, 256>>>(d, d + 65536);
}
