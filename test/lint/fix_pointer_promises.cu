// A pointer that is only read through may say so, and that nothing else leads
// there, if every launch passes allocations that differ from all that are
// written.
//
// RUN: kernelcast lint %s --format json -o %t.json
// RUN: python3 %S/Inputs/changes.py %t.json pointer-promise | FileCheck %s --implicit-check-not=:
// RUN: python3 %S/Inputs/changes.py %t.json pointer-promise %s > %t.changed.cu
// RUN: sed -e '/ apart$/s/float \*in/const float *__restrict__ in/' \
// RUN:     -e '/ spaced$/s/float\* in/const float* __restrict__ in/' \
// RUN:     -e '/ real$/s/REAL \*in/const REAL *__restrict__ in/' \
// RUN:     -e '/ constant$/s/const float \*in/const float *__restrict__ in/' %s > %t.expected.cu
// RUN: diff %t.expected.cu %t.changed.cu
// The changed text compiles, and has nothing left to promise.
// RUN: kernelcast lint %t.changed.cu --format json -o %t.json
// RUN: python3 %S/Inputs/changes.py %t.json pointer-promise | not grep proved

// CHECK: {{^}}[[#@LINE+1]]:42: proved
__global__ void apart(float *out, float *in) { // apart
  out[threadIdx.x] = in[threadIdx.x];
}

// CHECK: {{^}}[[#@LINE+1]]:43: proved
__global__ void spaced(float *out, float* in) { // spaced
  out[threadIdx.x] = in[threadIdx.x];
}

// CHECK: {{^}}[[#@LINE+1]]:55: proved
__global__ void constant(float *out,     const float *in) { // constant
  out[threadIdx.x] = in[threadIdx.x];
}

// The type is a macro's: the words stand around its use.
#define REAL float
// CHECK: {{^}}[[#@LINE+1]]:43: proved
__global__ void byMacro(REAL *out,  REAL *in) { // real
  out[threadIdx.x] = in[threadIdx.x];
}
#define PARAMETERS float *out, const float *in
// CHECK: {{^}}[[#@LINE+1]]:24: a part of the text comes from a macro
__global__ void hidden(PARAMETERS) { out[threadIdx.x] = in[threadIdx.x]; }

// One of two launches passes a twice.
// CHECK: {{^}}[[#@LINE+1]]:50: a launch may pass the same memory twice
__global__ void inPlace(float *out, const float *in) {
  out[threadIdx.x] = in[threadIdx.x];
}

// Two halves of one allocation.
// CHECK: {{^}}[[#@LINE+1]]:49: a launch may pass the same memory twice
__global__ void halves(float *out, const float *in) {
  out[threadIdx.x] = in[threadIdx.x];
}

// A copy of a pointer leads to the same memory.
// CHECK: {{^}}[[#@LINE+1]]:49: a launch may pass the same memory twice
__global__ void copied(float *out, const float *in) {
  out[threadIdx.x] = in[threadIdx.x];
}

// Through a function's parameters: what its callers pass.
// CHECK: {{^}}[[#@LINE+1]]:51: proved
__global__ void handedOn(float *out, const float *in) { // constant
  out[threadIdx.x] = in[threadIdx.x];
}

// Nobody knows what comes from elsewhere.
// CHECK: {{^}}[[#@LINE+1]]:50: a launch may pass the same memory twice
__global__ void foreign(float *out, const float *in) {
  out[threadIdx.x] = in[threadIdx.x];
}

// CHECK: {{^}}[[#@LINE+1]]:54: not all launches are seen in this file
__global__ void neverLaunched(float *o, const float *in) {
  o[threadIdx.x] = in[threadIdx.x];
}

// CHECK: {{^}}[[#@LINE+3]]:50: its address goes elsewhere without all subscripts
void run(int);
__device__ float first(const float *row) { return row[0]; }
__global__ void escapes(float *out, const float *in) {
  out[threadIdx.x] = in[threadIdx.x] + first(in);
}

// CHECK: {{^}}[[#@LINE+2]]:51: the kernel has another declaration
__global__ void declared(float *out, const float *in);
__global__ void declared(float *out, const float *in) {
  out[threadIdx.x] = in[threadIdx.x];
}

// Already said, or written through.
__global__ void said(float *out, const float *__restrict__ in) {
  out[threadIdx.x] = in[threadIdx.x];
}

void handOn(float *to, const float *from) { handedOn<<<1, 32>>>(to, from); }

float *Shared; // other files may set it

void run(int n) {
  float *a = nullptr, *b, *c;
  cudaMalloc(&a, n);
  cudaMalloc((void **)&b, n);
  cudaMalloc(&c, n);
  float *same = a;
  apart<<<1, 32>>>(a, b);
  apart<<<1, 32>>>(b, a);
  spaced<<<1, 32>>>(a, b + 4);
  constant<<<1, 32>>>(a, b);
  byMacro<<<1, 32>>>(a, b);
  hidden<<<1, 32>>>(a, b);
  inPlace<<<1, 32>>>(a, b);
  inPlace<<<1, 32>>>(a, a);
  halves<<<1, 32>>>(a, a + 1024);
  copied<<<1, 32>>>(a, same);
  handOn(a, b);
  handOn(b, c);
  foreign<<<1, 32>>>(a, Shared);
  escapes<<<1, 32>>>(a, b);
  declared<<<1, 32>>>(a, b);
  said<<<1, 32>>>(a, b);
  cudaFree(a);
}
