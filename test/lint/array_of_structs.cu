// Members of records, each beside its fixed twin. A record of 32 bytes is a
// sector: a warp's load of one member touches 32, where 4 would do.
//
// RUN: kernelcast lint %s --checks='-*,kernelcast-array-of-structs,kernelcast-uncoalesced-access' > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=CLEAN < %t.txt
// CLEAN-NOT: in fixed_
// CLEAN-NOT: in fine_
// CLEAN: 0 errors and 4 warnings in 10 kernels, 1 more suppressed

#include <thrust/complex.h>

struct Particle {
  float x, y, z, w, vx, vy, vz, mass;
};

__global__ void records(float *out, const Particle *p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK-DAG: .cu:[[#@LINE+3]]:17: warning: load of p[i].x touches 32 sectors a warp, 4 would do: lanes go to one part of each of p's elements of 32 bytes; an array for each part would keep neighbours together; {{.*}} [kernelcast-array-of-structs]
  // CHECK-DAG: .cu:[[#@LINE+2]]:26: note: the gain is that of this load, too
  // CHECK-DAG: note: warp 0 of block (0, 0, 0): lane 0 at byte 0, lane 1 at byte 32, lane 2 at byte 64, lane 3 at byte 96, ... lane 31 at byte 992 of p
  out[i] = p[i].x + p[i].mass;
}
__global__ void fixed_records(float *out, const float *x, const float *mass) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = x[i] + mass[i];
}
__global__ void quiet_records(float *out, const Particle *p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = p[i].x; // NOLINT
}
// Every second record is another fault.
__global__ void distance(float *out, const Particle *p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK-DAG: .cu:[[#@LINE+1]]:21: warning: load of p[2 * i].x touches 32 sectors a warp, 4 would do: {{.*}} [kernelcast-uncoalesced-access]
  out[i] = p[2 * i].x;
}
// Whole vectors of 16 bytes are one load.
__global__ void fine_whole(float *out, const float4 *p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v = p[i];
  out[i] = v.x + v.y + v.z + v.w;
}
// One member of a vector: 16 sectors for 128 bytes.
__global__ void vectors(float *out, const float4 *p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK-DAG: .cu:[[#@LINE+1]]:17: warning: load of p[i].x touches 16 sectors a warp, 4 would do: lanes go to one part of each of p's elements of 16 bytes
  out[i] = p[i].x;
}
#define FIRST(p) p.x
template <typename T> __global__ void instance(T *p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: warning: store to {{.*}} touches 32 sectors a warp, 4 would do: lanes go to one part
  FIRST(p[i]) = i;
}
// Both parts of a number are one access of 8 bytes.
__global__ void fine_complex(thrust::complex<float> *z) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  z[i] = z[i] * z[i];
}

// So are both members of aligned pairs, of which compilers know: stores, and
// loads with a branch between them.
__global__ void fine_stores(float2 *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i].x = i;
  out[i].y = -i;
}
__global__ void fine_apart(float *out, const float2 *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float first = in[i].x;
  if (first > 0)
    first = 1 - first;
  out[i] = first + in[i].y;
}

void run(float *a, Particle *p, float4 *v) {
  records<<<256, 256>>>(a, p);
  fixed_records<<<256, 256>>>(a, a + 65536, a + 131072);
  quiet_records<<<256, 256>>>(a, p);
  distance<<<256, 256>>>(a, p);
  fine_whole<<<256, 256>>>(a, v);
  vectors<<<256, 256>>>(a, v);
  instance<Particle><<<256, 256>>>(p);
  fine_stores<<<256, 256>>>((float2 *)a);
  fine_apart<<<256, 256>>>(a, (float2 *)v);
  fine_complex<<<256, 256>>>((thrust::complex<float> *)a);
}
