// Where a double literal makes an operation of floats one of doubles, the
// suffix f gives the same bits if the literal is a float exactly, if there is
// one rounding only, and if no product can be fused with a sum.
//
// RUN: kernelcast lint %s --format json -o %t.json
// RUN: python3 %S/Inputs/changes.py %t.json float-literal | FileCheck %s --implicit-check-not=:
// RUN: kernelcast lint %s --format json -o %t.fast -- -use_fast_math
// RUN: python3 %S/Inputs/changes.py %t.fast float-literal | FileCheck %s --check-prefix=FAST
// RUN: kernelcast lint %s --format json -o %t.fast -- -ftz=true
// RUN: python3 %S/Inputs/changes.py %t.fast float-literal | FileCheck %s --check-prefix=FAST
// RUN: kernelcast lint %s --format json -o %t.fast -- -prec-div false
// RUN: python3 %S/Inputs/changes.py %t.fast float-literal | FileCheck %s --check-prefix=FAST
// RUN: kernelcast lint %s --format json -o %t.same -- -ftz=false -prec-div=true -O3
// RUN: python3 %S/Inputs/changes.py %t.same float-literal | FileCheck %s --implicit-check-not=:
// RUN: python3 %S/Inputs/changes.py %t.json float-literal %s > %t.changed.cu
// RUN: sed -e '/ same bits$/s/\(0\.5\|3\.0\|1e3\|2\.0\|1\.0\)\([^f]\)/\1f\2/' %s > %t.expected.cu
// RUN: diff %t.expected.cu %t.changed.cu

#define HALF 0.5

__global__ void single(float *out, const float *in, const float *more, int n,
                       float scale, double wide) {
  int i = threadIdx.x;
  // CHECK: {{^}}[[#@LINE+1]]:18: proved
  out[i] = in[i] * 0.5; // same bits
  // CHECK: {{^}}[[#@LINE+1]]:16: proved
  out[i] = 3.0 - in[i]; // same bits
  // CHECK: {{^}}[[#@LINE+1]]:16: proved
  out[i] = 1e3 / in[i]; // same bits
  // CHECK: {{^}}[[#@LINE+1]]:26: proved
  out[i] = (float)(in[i] / -2.0); // same bits
  // A comparison does not round.
  // CHECK: {{^}}[[#@LINE+1]]:13: proved
  if (in[i] > 0.5) // same bits
    out[i] = 1;
  // 0.1 is no float.
  // CHECK: {{^}}[[#@LINE+1]]:18: the number is no float, and would be rounded
  out[i] = in[i] * 0.1;
  // CHECK: {{^}}[[#@LINE+1]]:13: the number is no float, and would be rounded
  if (in[i] < 0.1)
    out[i] = 1;
  // Product and sum are rounded together, once.
  // CHECK: {{^}}[[#@LINE+2]]:18: each of several operations would round
  // CHECK: {{^}}[[#@LINE+1]]:24: each of several operations would round
  out[i] = in[i] * 0.5 + 1.0;
  // n is converted to float as well, and that rounds.
  // CHECK: {{^}}[[#@LINE+1]]:14: each of several operations would round
  out[i] = n * 0.5;
  // CHECK: {{^}}[[#@LINE+1]]:21: each of several operations would round
  n = (int)(more[i] * 0.5);
  // CHECK: {{^}}[[#@LINE+1]]:18: a part of the text comes from a macro
  out[i] = in[i] * HALF;
  // Meant to be doubles.
  out[i] = in[i] * wide;
  out[i] = (double)in[i] * 0.5;
  // CHECK: {{^}}[[#@LINE+1]]:18: proved
  out[i] = scale + 1.0; // same bits
}

__global__ void fused(float *out, float *sums, const float *in, float *both) {
  int i = threadIdx.x;
  // in[i] * 0.5f + 1 may become one operation.
  // CHECK: {{^}}[[#@LINE+1]]:22: the compiler may make one operation of a product and a sum of floats
  float half = in[i] * 0.5;
  sums[i] = half + in[0];
  // in[0] * in[1] + 1.0f as well.
  float product = in[0] * in[1];
  // CHECK: {{^}}[[#@LINE+1]]:20: the compiler may make one operation of a product and a sum of floats
  out[i] = product + 1.0;
  // A factor of another product is rounded before.
  // CHECK: {{^}}[[#@LINE+1]]:24: proved
  float factor = in[i] * 0.5; // same bits
  out[i] = factor * in[0];
  float shrunk = in[i];
  // CHECK: {{^}}[[#@LINE+1]]:10: proved
  shrunk *= 0.5; // same bits
  out[i] = shrunk;
  // What is stored in memory that is read as well may come back.
  // CHECK: {{^}}[[#@LINE+1]]:19: the compiler may make one operation of a product and a sum of floats
  both[i] = in[i] * 0.5;
  out[i] = both[i];
  // A counter is never a product; neither is a quotient but by a power of two.
  float count = 0;
  for (int k = 0; k < i; ++k)
    // CHECK: {{^}}[[#@LINE+1]]:11: proved
    count += 1.0; // same bits
  // CHECK: {{^}}[[#@LINE+1]]:23: proved
  float third = in[i] / 3.0; // same bits
  out[i] = third + count;
  // CHECK: {{^}}[[#@LINE+1]]:24: the compiler may make one operation of a product and a sum of floats
  float middle = in[i] / 2.0;
  out[i] = middle + count;
}

// A template's text means other things in other instances: nothing is proved
// of what depends on T.
template <class T, int N> __global__ void instances(T *out, const float *in) {
  int i = threadIdx.x;
  // CHECK: {{^}}[[#@LINE+1]]:18: a part of the code is not analysed
  out[i] = in[i] * 0.5;
  float x = in[i];
  // CHECK: {{^}}[[#@LINE+1]]:9: proved
  if (x > 0.5) // same bits
    out[i + N] = x;
}

void run(float *a, float *b, const float *c) {
  single<<<1, 256>>>(a, c, c, 7, 2, 0.1);
  fused<<<1, 256>>>(a, b, c, b);
  instances<float, 3><<<1, 256>>>(a, c);
  instances<int, 3><<<1, 256>>>((int *)a, c);
}

// FAST: {{^}}[[#@LINE-89]]:18: arithmetic of floats may be inexact here
