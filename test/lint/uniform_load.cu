// One address for all threads. The model is one that lets the busiest unit decide,
// here the one that loads: an iteration is little else.
//
// RUN: kernelcast lint %s --checks='-*,kernelcast-uniform-load' \
// RUN:   --model roofline > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=CLEAN < %t.txt
// CLEAN-NOT: in fixed_
// CLEAN-NOT: in fine_
// CLEAN: 0 errors and 5 warnings in 20 kernels, 1 more suppressed

#include <utility>

// 4096 floats are 16 KiB.
__global__ void polynomial(float *out, const float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < n; ++k)
    // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: warning: load of c[k] is one address for all threads, of an array that the kernel only reads; it lies within 16 KiB of it, which constant memory has room for; {{.*}} [kernelcast-uniform-load]
    s = s * i + c[k];
  out[i] = s;
}
// The same load in every round is made once, in front of the loop.
__global__ void fine_invariant(float *__restrict__ out,
                               const float *__restrict__ c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < n; ++k)
    s = s * i + c[7];
  out[i] = s;
}
__constant__ float coefficients[4096];
__global__ void fixed_polynomial(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < n; ++k)
    s = s * i + coefficients[k];
  out[i] = s;
}
__global__ void quiet_polynomial(float *out, const float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < n; ++k)
    s = s * i + c[k]; // NOLINT(kernelcast-*)
  out[i] = s;
}
// One address for a block, but each block has another.
__global__ void fine_block(float *out, const float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < n; ++k)
    s = s * i + c[blockIdx.x * n + k];
  out[i] = s;
}
// 128 KiB are more than constant memory has.
__global__ void fine_large(float *out, const float *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < 32768; ++k)
    s = s * i + c[k];
  out[i] = s;
}
// Written by the kernel.
__global__ void fine_written(float *out, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < n; ++k)
    s = s * i + c[k];
  out[i] = s;
  c[i] = 0;
}
// The loop before it ends elsewhere for each thread.
__global__ void fine_counted(float *out, const float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, row = 0;
  for (int left = i; left >= n - row; ++row)
    left -= n - row;
  out[i] = c[row];
}
// One of two calls gives another address to each thread.
__device__ float sum(const float *c, int from, int n) {
  float s = 0;
  for (int k = 0; k < n; ++k)
    s = s * k + c[from + k];
  return s;
}
__global__ void fine_called(float *out, const float *a, const float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = sum(a, 0, n) + sum(c, i, n);
}
#define AT(k) c[k]
template <typename T> __global__ void instance(T *out, const T *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  T s = 0;
  for (int k = 0; k < n; ++k)
    // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: warning: load of {{.*}} is one address for all threads, of an array that the kernel only reads; it lies within 16 KiB of it
    s = s * i + AT(k);
  out[i] = s;
}

// One thread reads: no warp gets the value at once.
__global__ void fine_one_thread(float *out, const float *c, int n) {
  float s = 0;
  for (int k = 0; k < n; ++k)
    s = s * k + c[k];
  *out = s;
}
__global__ void fine_elected(float *out, const float *c, int n) {
  if (threadIdx.x != 0)
    return;
  float s = 0;
  for (int k = 0; k < n; ++k)
    s = s * k + c[k];
  out[blockIdx.x] = s;
}
// What another kernel writes, by another name of the same pointer; what two
// launches of one kernel exchange.
__global__ void produce(float *c) { c[threadIdx.x] = threadIdx.x; }
__global__ void fine_produced(float *out, const float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < n; ++k)
    s = s * i + c[k];
  out[i] = s;
}
__global__ void fine_exchanged(float *out, const float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < n; ++k)
    s = s * i + c[k];
  out[i] = s;
}
// A pointer to non-const through which nothing is written.
__global__ void plain(float *out, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < n; ++k)
    // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: warning: load of c[k] is one address for all threads
    s = s * i + c[k];
  out[i] = s;
}
// Other kernels may have it as a pointer to non-const, too, if they only read.
struct Pair {
  float first, second;
};
__global__ void readers(float *out, float *c, Pair *p) {
  Pair whole = p[threadIdx.x];
  const float *same = &c[1];
  out[threadIdx.x] = *(c + threadIdx.x) + p[1].first + __ldg(&p->second) +
                     whole.second + same[threadIdx.x];
}
__global__ void shared(float *out, const float *c, const Pair *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < n; ++k)
    // CHECK-DAG: .cu:[[#@LINE+2]]:{{[0-9]+}}: warning: load of c[k] is one address for all threads
    // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: note: the gain is that of this load, too
    s = s * c[k] + c[2 * k] + p[i].first;
  out[i] = s;
}
// 10240 floats are 40 KiB: of two such arrays one has room.
__global__ void two(float *out, const float *c, const float *d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < 10240; ++k)
    // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: warning: load of {{[cd]}}[k] is one address for all threads, of an array that the kernel only reads; it lies within 40 KiB of it
    s = s * c[k] + d[k];
  out[i] = s;
}
// With 40 KiB of constants there is no room for one.
__constant__ float taken[10240];
__global__ void fine_beside(float *out, const float *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < 10240; ++k)
    s = s * c[k] + taken[k];
  out[i] = s;
}

void launchProduced(float *out, float *values) {
  fine_produced<<<256, 256>>>(out, values, 4096);
}

void run(float *a, float *b, float *written, float *state) {
  polynomial<<<256, 256>>>(a, b, 4096);
  fixed_polynomial<<<256, 256>>>(a, 4096);
  quiet_polynomial<<<256, 256>>>(a, b, 4096);
  fine_block<<<256, 256>>>(a, b, 4096);
  fine_large<<<256, 256>>>(a, b);
  fine_invariant<<<256, 256>>>(a, b, 4096);
  fine_counted<<<256, 256>>>(a, b, 4096);
  fine_called<<<256, 256>>>(a, b, b, 4096);
  fine_written<<<256, 256>>>(a, written, 4096);
  instance<float><<<256, 256>>>(a, b, 4096);
  fine_one_thread<<<1, 1>>>(a, b, 4096);
  fine_elected<<<256, 256>>>(a, b, 4096);
  float *same = state;
  produce<<<1, 1024>>>(same);
  launchProduced(a, state);
  float *front, *back;
  cudaMalloc(&front, 1 << 20);
  cudaMalloc(&back, 1 << 20);
  for (int step = 0; step < 10; ++step) {
    fine_exchanged<<<256, 256>>>(back, front, 4096);
    std::swap(front, back);
  }
  float *coefficients;
  cudaMalloc(&coefficients, 1 << 20);
  plain<<<256, 256>>>(a, coefficients, 4096);
  plain<<<128, 256>>>(a, coefficients, 4096);
  float *read;
  Pair *pairs;
  cudaMalloc(&read, 1 << 20);
  cudaMalloc(&pairs, 1 << 20);
  readers<<<1, 256>>>(a, read, pairs);
  shared<<<256, 256>>>(a, read, pairs, 2048);
  two<<<256, 256>>>(a, b, b + 16384);
  fine_beside<<<256, 256>>>(a, b);
}
