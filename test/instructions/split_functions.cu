// A function with two results is one line of Builtins.def and computed once,
// whatever its spelling. 32 threads; threadIdx.x and an address for each access
// are not fp32.
//
//   sincosf      15 fp32
//   modff         3 fp32
//   __sincosf     2 fp32 and 2 of that unit: a sine and a cosine
//   frexpf        2 fp32, though one result is a whole number
//
// RUN: kernelcast predict %s --kernel sine_and_cosine --grid 1 --block 32 --format json | FileCheck %s --check-prefix=EXACT
// RUN: kernelcast predict %s --kernel parts --grid 1 --block 32 --format json | FileCheck %s --check-prefix=PARTS
// RUN: kernelcast predict %s --kernel fast --grid 1 --block 32 --format json | FileCheck %s --check-prefix=FAST
// RUN: kernelcast predict %s --kernel exponent --grid 1 --block 32 --format json | FileCheck %s --check-prefix=EXPONENT
// EXACT: "fp32": 15,
// EXACT: "sfu": 0,
// PARTS: "fp32": 3,
// PARTS: "sfu": 0,
// FAST: "fp32": 2,
// FAST: "sfu": 2,
// EXPONENT: "fp32": 2,

__global__ void sine_and_cosine(float *x, float *sine, float *cosine) {
  int i = threadIdx.x;
  float s, c;
  sincosf(x[i], &s, &c);
  sine[i] = s;
  cosine[i] = c;
}

__global__ void parts(float *x, float *whole, float *rest) {
  int i = threadIdx.x;
  float w;
  rest[i] = modff(x[i], &w);
  whole[i] = w;
}

__global__ void fast(float *x, float *sine, float *cosine) {
  int i = threadIdx.x;
  float s, c;
  __sincosf(x[i], &s, &c);
  sine[i] = s;
  cosine[i] = c;
}

__global__ void exponent(float *x, float *fraction, int *power) {
  int i = threadIdx.x;
  int p;
  fraction[i] = frexpf(x[i], &p);
  power[i] = p;
}
