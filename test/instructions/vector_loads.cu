// Members of an aligned vector that are read one by one are one load, as nvcc 13
// makes it for sm_75: a piece of 16, else of 8 bytes is loaded at once if its
// first element and more than half of its bytes are read.
//
// RUN: facts %s --instructions --kernel all --grid 1 --block 32 | FileCheck %s --check-prefix=ONE
// RUN: facts %s --instructions --kernel first_three --grid 1 --block 32 | FileCheck %s --check-prefix=ONE
// RUN: facts %s --instructions --kernel array_in_record --grid 1 --block 32 | FileCheck %s --check-prefix=ONE
// ONE: load_global 1 store_global 1
//
// RUN: facts %s --instructions --kernel last_three --grid 1 --block 32 | FileCheck %s --check-prefix=TWO
// RUN: facts %s --instructions --kernel apart --grid 1 --block 32 | FileCheck %s --check-prefix=TWO
// RUN: facts %s --instructions --kernel doubles --grid 1 --block 32 | FileCheck %s --check-prefix=TWO
// RUN: facts %s --instructions --kernel written_between --grid 1 --block 32 | FileCheck %s --check-prefix=TWO
// y and the half z w; x and z; two pieces of 16 bytes; o may be p.
// TWO: load_global 2 store_global
//
// RUN: facts %s --instructions --kernel not_aligned --grid 1 --block 32 | FileCheck %s --check-prefix=FOUR
// RUN: facts %s --instructions --kernel elements --grid 1 --block 32 | FileCheck %s --check-prefix=FOUR
// A record of four floats is aligned to 4 bytes, and so is an element.
// FOUR: load_global 4 store_global 1
//
// RUN: facts %s --instructions --kernel in_shared --grid 1 --block 32 | FileCheck %s --check-prefix=SHARED
// SHARED: load_global 1 store_global 1 load_shared 1 store_shared 1
//
// What the 32 lanes ask for is 32 * 16 bytes, of the wide load alone; the
// accesses of the source stand in the report all the same.
// RUN: kernelcast predict %s --kernel all --grid 1 --block 32 --format json | FileCheck %s --check-prefix=WIDE
// WIDE: "expression": "p[i].x",
// WIDE: "sectors": 16,
// WIDE: "wide_bytes": 16
// WIDE: "expression": "p[i].y",
// WIDE: "repeats": 0

__global__ void all(const float4 *p, float *o) {
  int i = threadIdx.x;
  o[i] = p[i].x + p[i].y * p[i].z + p[i].w;
}

__global__ void first_three(const float4 *p, float *o) {
  int i = threadIdx.x;
  o[i] = p[i].z + p[i].y * p[i].x;
}

struct __align__(16) Row {
  float values[8];
};

__global__ void array_in_record(const Row *p, float *o) {
  int i = threadIdx.x;
  o[i] = p[i].values[4] + p[i].values[5] * p[i].values[6] + p[i].values[7];
}

__global__ void last_three(const float4 *p, float *o) {
  int i = threadIdx.x;
  o[i] = p[i].y + p[i].z * p[i].w;
}

__global__ void apart(const float4 *p, float *o) {
  int i = threadIdx.x;
  o[i] = p[i].x + p[i].z;
}

__global__ void doubles(const double4 *p, double *o) {
  int i = threadIdx.x;
  o[i] = p[i].x + p[i].y * p[i].z + p[i].w;
}

__global__ void written_between(const float4 *p, float *o) {
  int i = threadIdx.x;
  o[i] = p[i].x;
  o[i + 32] = p[i].y;
}

struct Plain {
  float x, y, z, w;
};

__global__ void not_aligned(const Plain *p, float *o) {
  int i = threadIdx.x;
  o[i] = p[i].x + p[i].y * p[i].z + p[i].w;
}

__global__ void elements(const float *p, float *o) {
  int i = threadIdx.x;
  o[i] = p[4 * i] + p[4 * i + 1] * p[4 * i + 2] + p[4 * i + 3];
}

__global__ void in_shared(const float4 *p, float *o) {
  __shared__ float4 s[32];
  int i = threadIdx.x;
  s[i] = p[i];
  __syncthreads();
  o[i] = s[i ^ 5].x + s[i ^ 5].y * s[i ^ 5].z + s[i ^ 5].w;
}
