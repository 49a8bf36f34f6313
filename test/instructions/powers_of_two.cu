// A divisor that a loop doubles is a power of two, but nvcc divides all the
// same: a warp takes one reciprocal in each of 8 iterations. Where the loop is
// unrolled completely the divisors are constants, and their remainders bits. The
// divisor of a function that becomes part of the loop is no other. Where an
// argument says how far 1 is shifted, nvcc tests bits, too.
//
// RUN: kernelcast predict %s --gpu a100-pcie-40gb --grid 16 --block 256 --arg n=256 --format json | FileCheck %s
// CHECK: "name": "signed_divisor"
// CHECK: "sfu": 8,
// CHECK: "name": "unsigned_divisor"
// CHECK: "sfu": 8,
// CHECK: "name": "long_divisor"
// CHECK: "sfu": 8,
// CHECK: "name": "quotient"
// CHECK: "sfu": 8,
// CHECK: "name": "unrolled"
// CHECK: "sfu": 0,
// CHECK: "name": "inlined"
// CHECK: "sfu": 8,
// CHECK: "name": "shifted"
// CHECK: "sfu": 0,
__global__ void signed_divisor(int *out, int n) {
  int t = threadIdx.x, sum = 0;
  for (int s = 1; s < n; s *= 2)
    if (t % (2 * s) == 0)
      sum += out[t + s];
  out[t] = sum;
}

__global__ void unsigned_divisor(int *out, unsigned n) {
  unsigned t = threadIdx.x, sum = 0;
  for (unsigned s = 1; s < n; s <<= 1)
    if (t % (2 * s) == 0)
      sum += out[t + s];
  out[t] = sum;
}

__global__ void long_divisor(int *out, int n) {
  int t = threadIdx.x;
  long long sum = 0, index = t;
  for (int s = 1; s < n; s *= 2)
    if (index % (long long)(2 * s) == 0)
      sum += out[t + s];
  out[t] = sum;
}

__global__ void quotient(int *out, unsigned n) {
  unsigned t = threadIdx.x, sum = 0;
  for (unsigned s = 1; s < n; s *= 2)
    sum += out[t / s];
  out[t] = sum;
}

__global__ void unrolled(int *out) {
  int t = threadIdx.x, sum = 0;
#pragma unroll
  for (int s = 1; s < 256; s *= 2)
    if (t % (2 * s) == 0)
      sum += out[t + s];
  out[t] = sum;
}

__device__ bool divides(int a, int b) { return b % a == 0; }

__global__ void inlined(int *out, int n) {
  int t = threadIdx.x, sum = 0;
  for (int s = 1; s < n; s *= 2)
    if (divides(2 * s, t))
      sum += out[t + s];
  out[t] = sum;
}

__global__ void shifted(int *out, unsigned n) {
  unsigned t = threadIdx.x;
  out[t] = t % (1u << n);
}
