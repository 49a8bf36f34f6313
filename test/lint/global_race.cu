// Races between blocks, each beside its fixed twin.
//
// RUN: not kernelcast lint %s --checks='-*,kernelcast-global-race' > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=CLEAN < %t.txt
// CLEAN-NOT: in fixed_
// CLEAN-NOT: in fine_
// CLEAN: 5 errors and 0 warnings in 17 kernels, 1 more suppressed

#define N 64

// In place: the last thread of a block reads what the next block's first one
// writes.
__global__ void shifted(float *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK-DAG: .cu:[[#@LINE+2]]:3: note: thread (0, 0, 0) of block (1, 0, 0) writes it here
  // CHECK-DAG: .cu:[[#@LINE+1]]:10: error: thread (63, 0, 0) of block (0, 0, 0) reads byte 256 of a, which thread (0, 0, 0) of block (1, 0, 0) writes, and nothing orders the blocks [kernelcast-global-race]
  a[i] = a[i + 1];
}
__global__ void fixed_shifted(float *a, const float *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = b[i + 1];
}
__global__ void quiet_shifted(float *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = a[i + 1]; // NOLINT(kernelcast-global-race)
}

// Every block writes its own number to the same words.
__global__ void overwritten(int *out) {
  // CHECK-DAG: .cu:[[#@LINE+1]]:3: error: thread ({{[0-9]+}}, 0, 0) of block ({{[0-9]+}}, 0, 0) writes byte {{[0-9]+}} of out, which thread ({{[0-9]+}}, 0, 0) of block ({{[0-9]+}}, 0, 0) writes
  out[threadIdx.x] = blockIdx.x;
}
__global__ void fixed_overwritten(int *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x;
}

// All store the same number.
__global__ void fine_flag(int *out) { out[0] = 1; }
// What they store is not known.
__global__ void fine_unknown(int *out, const int *in) {
  out[0] = in[blockIdx.x];
}

// A barrier holds the threads of a block only.
__global__ void barrier(float *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = 1;
  __syncthreads();
  // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: error: thread ({{.*}}) of block ({{[0-9]+}}, 0, 0) reads byte {{[0-9]+}} of a, which thread ({{.*}}) of block ({{[0-9]+}}, 0, 0) writes
  a[1024 + i] = a[255 - i];
}
// A fence may be a part of an order that a program makes itself.
__global__ void fine_fence(float *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = 1;
  __threadfence();
  a[1024 + i] = a[255 - i];
}

// A lock lets one block in at a time.
__global__ void fine_locked(int *out, int *lock) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0)
      ;
    out[0] = blockIdx.x;
    atomicExch(lock, 0);
  }
}

// With one block there are no two.
__global__ void fine_alone(float *a) { a[threadIdx.x] = a[threadIdx.x + 1]; }

// A guard keeps all but one block out.
__global__ void fine_guarded(int *out) {
  if (blockIdx.x == 0)
    out[threadIdx.x] = blockIdx.x + threadIdx.x;
}
// Whether another block comes here depends on data.
__global__ void fine_data(int *out, const int *in) {
  if (in[blockIdx.x])
    out[threadIdx.x] = blockIdx.x;
}
__global__ void fine_atomic(int *out) { atomicAdd(out, 1); }
__global__ void fine_volatile(volatile int *out) {
  out[0] = blockIdx.x;
}

// Every block reads the first words, which block 0 writes.
__global__ void looped(float *a) {
  for (int k = 0; k < 2; ++k)
    // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: error: thread ({{[0-9]+}}, 0, 0) of block (1, 0, 0) reads byte {{[0-9]+}} of a, which thread ({{[0-9]+}}, 0, 0) of block (0, 0, 0) writes
    a[4096 * k + blockIdx.x * 64 + threadIdx.x] = a[k * 64 + threadIdx.x] + 1;
}

// A template and a macro.
#define AT(i) a[i]
template <int Step> __global__ void instance(float *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: error: thread (60, 0, 0) of block (0, 0, 0) reads byte 256 of a, which thread (0, 0, 0) of block (1, 0, 0) writes
  AT(i) = AT(i + Step) * 2;
}

void run(float *a, int *b) {
  shifted<<<2, 64>>>(a);
  fixed_shifted<<<2, 64>>>(a, a + 1024);
  quiet_shifted<<<2, 64>>>(a);
  overwritten<<<2, 64>>>(b);
  fixed_overwritten<<<2, 64>>>(b);
  fine_flag<<<2, 64>>>(b);
  fine_unknown<<<2, 64>>>(b, b + 1);
  barrier<<<4, 64>>>(a);
  fine_fence<<<4, 64>>>(a);
  fine_locked<<<4, 64>>>(b, b + 1024);
  fine_alone<<<1, 64>>>(a);
  fine_guarded<<<4, 64>>>(b);
  fine_data<<<4, 64>>>(b, b + 1024);
  fine_atomic<<<4, 64>>>(b);
  fine_volatile<<<4, 64>>>(b);
  looped<<<2, 64>>>(a);
  instance<4><<<2, 64>>>(a);
}
