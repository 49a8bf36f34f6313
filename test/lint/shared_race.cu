// Races in shared memory, each beside its fixed twin. Threads 0 to 63 are two
// warps; 4 bytes a word.
//
// RUN: not kernelcast lint %s --checks='-*,kernelcast-shared-race' > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=CLEAN < %t.txt
// CLEAN-NOT: in fixed_
// CLEAN-NOT: in fine_
// CLEAN: 8 errors and 0 warnings in 20 kernels, 1 more suppressed

#define N 64

// Thread 0 reads word 63 of thread 63.
__global__ void reversed(float *out) {
  __shared__ float s[N];
  // CHECK-DAG: .cu:[[#@LINE+1]]:3: note: thread (63, 0, 0) writes it here
  s[threadIdx.x] = out[threadIdx.x];
  // CHECK-DAG: .cu:[[#@LINE+1]]:22: error: thread (0, 0, 0) reads byte 252 of s, which thread (63, 0, 0) writes, and no barrier is between them [kernelcast-shared-race]
  out[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void fixed_reversed(float *out) {
  __shared__ float s[N];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void quiet_reversed(float *out) {
  __shared__ float s[N];
  s[threadIdx.x] = out[threadIdx.x];
  out[threadIdx.x] = s[63 - threadIdx.x]; // NOLINT
}

// What is read in one round is overwritten in the next.
__global__ void overwritten(float *out) {
  __shared__ float s[N];
  for (int k = 0; k < 8; ++k) {
    s[threadIdx.x] = out[k * N + threadIdx.x];
    __syncthreads();
    // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: error: thread (63, 0, 0) in iteration 0 reads byte 0 of s, which thread (0, 0, 0) in iteration 1 writes, and no barrier is between them
    out[k * N + threadIdx.x] = s[63 - threadIdx.x];
  }
}
__global__ void fixed_overwritten(float *out) {
  __shared__ float s[N];
  for (int k = 0; k < 8; ++k) {
    s[threadIdx.x] = out[k * N + threadIdx.x];
    __syncthreads();
    out[k * N + threadIdx.x] = s[63 - threadIdx.x];
    __syncthreads();
  }
}

// A reduction without a barrier in its loop: with s = 64 of 128 threads thread 0
// reads word 64 of thread 64.
__global__ void reduction(float *out) {
  __shared__ float sums[128];
  sums[threadIdx.x] = out[threadIdx.x];
  for (int s = 64; s > 0; s >>= 1)
    if (threadIdx.x < s)
      // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: error: thread (0, 0, 0) reads byte 256 of sums, which thread (64, 0, 0) writes
      sums[threadIdx.x] += sums[threadIdx.x + s];
  // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: error: thread (32, 0, 0) reads byte 0 of sums, which thread (0, 0, 0) writes
  out[threadIdx.x] = sums[0];
}
__global__ void fixed_reduction(float *out) {
  __shared__ float sums[128];
  sums[threadIdx.x] = out[threadIdx.x];
  for (int s = 64; s > 0; s >>= 1) {
    __syncthreads();
    if (threadIdx.x < s)
      sums[threadIdx.x] += sums[threadIdx.x + s];
  }
  __syncthreads();
  out[threadIdx.x] = sums[0];
}

// Neighbours in place: thread 31 reads what thread 32 writes.
__global__ void shifted(float *out) {
  __shared__ float s[N + 1];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: error: thread (31, 0, 0) reads byte 128 of s, which thread (32, 0, 0) writes
  s[threadIdx.x] = s[threadIdx.x + 1];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
__global__ void fixed_shifted(float *out) {
  __shared__ float s[N + 1];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  float next = s[threadIdx.x + 1];
  __syncthreads();
  s[threadIdx.x] = next;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

// Two threads write different numbers to one word.
__global__ void stores(int *out) {
  __shared__ int s[32];
  // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: error: thread (0, 0, 0) writes byte 0 of s, which thread (32, 0, 0) writes
  s[threadIdx.x % 32] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x % 32];
}
__global__ void fixed_stores(int *out) {
  __shared__ int s[N];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x % 32];
}

// All store the same number.
__global__ void fine_stores(int *out) {
  __shared__ int flag;
  flag = 1;
  __syncthreads();
  out[threadIdx.x] = flag;
}

// One thread prepares what all read.
__global__ void prepared(int *out) {
  __shared__ int first;
  if (threadIdx.x == 0)
    first = out[0];
  // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: error: thread (32, 0, 0) reads byte 0 of first, which thread (0, 0, 0) writes
  out[threadIdx.x] = first;
}
__global__ void fixed_prepared(int *out) {
  __shared__ int first;
  if (threadIdx.x == 0)
    first = out[0];
  __syncthreads();
  out[threadIdx.x] = first;
}

// The barrier is in a function, and under a condition that all threads share.
__device__ void wait(int n) {
  if (n > 0)
    __syncthreads();
}
__global__ void fine_function(float *out, int n) {
  __shared__ float s[N];
  s[threadIdx.x] = out[threadIdx.x];
  wait(n);
  out[threadIdx.x] = s[63 - threadIdx.x];
}

// Rows of 32 threads: a warp reads only what it wrote.
__global__ void fine_warps(float *out) {
  __shared__ float s[2][32];
  s[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  out[threadIdx.y * 32 + threadIdx.x] = s[threadIdx.y][31 - threadIdx.x];
}

// The two sides of a barrier in a loop that ends early for no one.
__global__ void fine_double(float *out) {
  __shared__ float s[2][N];
  for (int k = 0; k < 8; ++k) {
    s[k % 2][threadIdx.x] = out[k * N + threadIdx.x];
    __syncthreads();
    out[k * N + threadIdx.x] = s[k % 2][63 - threadIdx.x];
  }
}

// Where the index stands after the loop is not where it began.
__global__ void fine_after(float *out, int n) {
  __shared__ float s[4 * N];
  int i = threadIdx.x;
  for (int k = 0; k < 2; ++k)
    i += N;
  s[threadIdx.x] = out[threadIdx.x];
  out[threadIdx.x] = s[i + 1];
}

// Whether thread 63 comes here depends on data.
__global__ void fine_data(float *out) {
  __shared__ float s[N];
  if (out[threadIdx.x] > 0)
    s[threadIdx.x] = out[threadIdx.x];
  out[threadIdx.x] = s[63 - threadIdx.x];
}

// A template and a macro.
#define PUT(i, x) s[i] = x
template <int Step> __global__ void instance(float *out) {
  __shared__ float s[N + Step];
  PUT(threadIdx.x, out[threadIdx.x]);
  // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: error: thread (28, 0, 0) reads byte 128 of s, which thread (32, 0, 0) writes
  out[threadIdx.x] = s[threadIdx.x + Step];
}

void run(float *a, int *b) {
  reversed<<<4, N>>>(a);
  fixed_reversed<<<4, N>>>(a);
  quiet_reversed<<<4, N>>>(a);
  overwritten<<<4, N>>>(a);
  fixed_overwritten<<<4, N>>>(a);
  reduction<<<4, 128>>>(a);
  fixed_reduction<<<4, 128>>>(a);
  shifted<<<4, N>>>(a);
  fixed_shifted<<<4, N>>>(a);
  stores<<<4, N>>>(b);
  fixed_stores<<<4, N>>>(b);
  fine_stores<<<4, N>>>(b);
  prepared<<<4, N>>>(b);
  fixed_prepared<<<4, N>>>(b);
  fine_function<<<4, N>>>(a, 1);
  dim3 rows(32, 2);
  fine_warps<<<4, rows>>>(a);
  fine_double<<<4, N>>>(a);
  fine_after<<<4, N>>>(a, 1);
  fine_data<<<4, N>>>(a);
  instance<4><<<4, N>>>(a);
}
