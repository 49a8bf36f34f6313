// A loop over a small array is unrolled, and the elements live in registers:
// no access to memory, but all of the arithmetic, as if it were written out.
// Each kernel reads threadIdx.x (other 1), makes two addresses (int 2), loads
// and stores once.
//
// RUN: facts %s --instructions --kernel looped --grid 1 --block 32 | FileCheck %s --check-prefix=LOOPED --implicit-check-not=local
// Four multiply-adds for the elements, four products and four sines for p,
// each of 11 instructions and 13 with integers (the table of functions), four
// additions behind the loop: fp32 4 + 4 + 44 + 4 = 56, int 2 + 52.
// LOOPED: instructions fp32 56 int 54 load_global 1 store_global 1 other 1
//
// RUN: facts %s --instructions --kernel written --grid 1 --block 32 | FileCheck %s --check-prefix=WRITTEN
// The same without p: 4 multiply-adds, 3 additions.
// WRITTEN: instructions fp32 7 int 2 load_global 1 store_global 1 other 1
//
// RUN: facts %s --instructions --kernel elements --grid 1 --block 32 | FileCheck %s --check-prefix=ELEMENTS
// Elements that are set one by one are computed for the loop that reads them:
// v * 3, v / 4 (a multiplication) and two additions.
// ELEMENTS: instructions fp32 4 int 2 load_global 1 store_global 1 other 1
//
// RUN: facts %s --instructions --kernel many --grid 1 --block 32 | FileCheck %s --check-prefix=MANY --implicit-check-not=local
// 128 elements: 128 products, 128 additions.
// MANY: instructions fp32 256 int 2 load_global 1 store_global 1 other 1
//
// RUN: facts %s --instructions --kernel rolled --grid 1 --block 32 | FileCheck %s --check-prefix=ROLLED
// Not unrolled, because the source says so: local memory.
// ROLLED: store s[c] local 4 B warps 4 lanes 128
// ROLLED: load s[c] local 4 B warps 4 lanes 128

__global__ void looped(const float *in, float *out) {
  int t = threadIdx.x;
  float v = in[t], p = v;
  float s[4] = {v, v, v, v};
  for (int c = 0; c < 4; c++) {
    s[c] = s[c] * v + 1.5f;
    p = p * v;
    p = sinf(p);
  }
  out[t] = s[0] + s[1] + s[2] + s[3] + p;
}

__global__ void written(const float *in, float *out) {
  int t = threadIdx.x;
  float v = in[t];
  float s[4] = {1, 2, 3, 4};
  s[0] = s[0] * v + 1.5f;
  s[1] = s[1] * v + 1.5f;
  s[2] = s[2] * v + 1.5f;
  s[3] = s[3] * v + 1.5f;
  out[t] = s[0] + s[1] + s[2] + s[3];
}

__global__ void elements(const float *in, float *out) {
  int t = threadIdx.x;
  float v = in[t], sum = 0;
  float s[2];
  s[0] = v * 3.0f;
  s[1] = v / 4.0f;
  for (int c = 0; c < 2; c++)
    sum += s[c];
  out[t] = sum;
}

__global__ void many(const float *in, float *out) {
  int t = threadIdx.x;
  float v = in[t], sum = 0;
  float s[128];
#pragma unroll
  for (int c = 0; c < 128; c++)
    s[c] = c * v;
#pragma unroll
  for (int c = 0; c < 128; c++)
    sum += s[127 - c];
  out[t] = sum;
}

__global__ void rolled(const float *in, float *out) {
  int t = threadIdx.x;
  float v = in[t], sum = 0;
  float s[4];
#pragma unroll 1
  for (int c = 0; c < 4; c++)
    s[c] = c * v;
#pragma unroll 1
  for (int c = 0; c < 4; c++)
    sum += s[c];
  out[t] = sum;
}
