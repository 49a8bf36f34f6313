// Checks in instances of templates, where a macro makes the text, each beside a
// twin that a comment silences. Findings stand where the macro is used.
//
// RUN: not kernelcast lint %s --model mwp-cwp > %t.txt 2>/dev/null \
// RUN:   --checks='-*,kernelcast-bank-*,kernelcast-divergent-*,kernelcast-same-*,kernelcast-local-*,kernelcast-undecided-*'
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=CLEAN < %t.txt
// CLEAN-NOT: in quiet_
// CLEAN: {{^}}1 error and 5 warnings in 12 kernels, 6 more suppressed
// RUN: kernelcast lint %s --checks='-*,kernelcast-misaligned-access' --model wfg \
// RUN:   | FileCheck %s --check-prefix=ROWS
// RUN: kernelcast lint %s --model mwp-cwp --checks='-*,kernelcast-missing-restrict' \
// RUN:   | FileCheck %s --check-prefix=RESTRICT

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)
#define AT(array, i) array[i]

// 32 floats from byte 16 on: bytes 16 to 143 lie in 5 sectors.
template <int Begin> __global__ void rows(float *out, const float *in) {
  int i = INDEX;
  // ROWS: .cu:[[#@LINE+1]]:12: warning: load of AT(in, i / 32 * 1024 + i % 32 + Begin) touches 5 sectors a warp, 4 would do: lanes read consecutive elements, but not from the start of a sector
  out[i] = AT(in, i / 32 * 1024 + i % 32 + Begin);
}

// Lanes Step = 8 words apart want 4 of 32 banks, 8 words of each.
template <int Step> __global__ void spread(float *out) {
  __shared__ float a[256 * Step];
  // CHECK-DAG: .cu:[[#@LINE+1]]:3: warning: store to AT(a, Step * threadIdx.x) has up to 8-way bank conflicts: 8 cycles a warp, lanes lie 32 bytes apart; {{.*}} [kernelcast-bank-conflict]
  AT(a, Step * threadIdx.x) = out[INDEX];
  out[INDEX] = a[threadIdx.x];
}

template <int Rounds> __device__ float work(float x) {
  for (int k = 0; k < Rounds; ++k)
    x = x * x + 0.5f;
  return x;
}
#define IS_EVEN(i, n) ((i) % (n) == 0)
template <int N> __global__ void lanes(float *out, float x) {
  // CHECK-DAG: .cu:[[#@LINE+1]]:7: warning: 100 % of the warps that test 'IS_EVEN(threadIdx.x, N)' have lanes on both sides of the branch; {{.*}} [kernelcast-divergent-branch]
  if (IS_EVEN(threadIdx.x, N))
    out[INDEX] = work<500>(x);
  else
    out[INDEX] = work<501>(x + 1);
}
template <int N> __global__ void quiet_lanes(float *out, float x) {
  if (IS_EVEN(threadIdx.x, N)) // NOLINT(kernelcast-divergent-branch)
    out[INDEX] = work<500>(x);
  else
    out[INDEX] = work<501>(x + 1);
}

#define WAIT() __syncthreads()
template <int N> __global__ void half(float *out) {
  if (threadIdx.x % N == 0) // NOLINT(kernelcast-divergent-branch)
    // CHECK-DAG: .cu:[[#@LINE+1]]:5: error: not all threads of a block reach WAIT(), which is undefined: lanes of one warp differ in 'threadIdx.x % N == 0' [kernelcast-divergent-barrier]
    WAIT();
  out[INDEX] = 1;
}
template <int N> __global__ void quiet_half(float *out) {
  if (threadIdx.x % N == 0) // NOLINT(kernelcast-divergent-branch)
    WAIT(); // NOLINT(kernelcast-divergent-barrier)
  out[INDEX] = 1;
}

#define ADD_TO(at, i) atomicAdd(at, i)
template <typename T> __global__ void counted(T *count, T *out) {
  T i = INDEX;
  // CHECK-DAG: .cu:[[#@LINE+1]]:12: warning: all 32 lanes of a warp go to one address, one after the other; {{.*}} [kernelcast-same-address-atomic]
  out[i] = ADD_TO(count, i);
}
template <typename T> __global__ void quiet_counted(T *count, T *out) {
  T i = INDEX;
  out[i] = ADD_TO(count, i); // NOLINT(kernelcast-same-address-atomic)
}

#define SLOTS(type, name) type name[64] = {}
template <typename T> __global__ void indexed(T *out, const int *index) {
  int i = INDEX;
  // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: warning: best (256 B a thread) lies in local memory, since AT(best, index[i + k * 1048576] & 63) has an index that is no constant; {{.*}} [kernelcast-local-array]
  SLOTS(T, best);
  for (int k = 0; k < 64; ++k)
    AT(best, index[i + k * 1048576] & 63) += 1;
  for (int k = 0; k < 16; ++k)
    out[i + k * 1048576] = best[k];
}

#define READ_ONLY(type) const type *
// RESTRICT: .cu:[[#@LINE+2]]:{{[0-9]+}}: warning: in is only read, but without const __restrict__ a load of it is made again, since the store to out[i] may change it; {{.*}} [kernelcast-missing-restrict]
template <typename T>
__global__ void twice(T *out, READ_ONLY(T) in) {
  int i = INDEX;
  out[i] = in[32 * i];
  out[i + 1048576] = in[32 * i] * 2;
}

// CHECK-DAG: .cu:[[#@LINE+1]]:16: warning: contract 'divergence <= 10%' cannot be decided: {{.*}} depends on {{.*}} [kernelcast-undecided-contract]
// kernelcast: divergence <= 10%
template <typename T> __global__ void promised(T *out, const T *in) {
  if (AT(in, INDEX) > 0)
    out[INDEX] = work<100>(out[INDEX]);
}
// NOLINTNEXTLINE(kernelcast-undecided-contract)
// kernelcast: divergence <= 10%
template <typename T> __global__ void quiet_promised(T *out, const T *in) {
  if (AT(in, INDEX) > 0)
    out[INDEX] = work<100>(out[INDEX]);
}

// ROWS: {{^}}0 errors and 1 warning in 12 kernels
// RESTRICT: {{^}}0 errors and 1 warning in 12 kernels
void run(float *a, float *b, int *c, unsigned long long *d) {
  rows<4><<<4096, 256>>>(a, b);
  spread<8><<<4096, 256>>>(a);
  lanes<2><<<4096, 256>>>(a, 1);
  quiet_lanes<2><<<4096, 256>>>(a, 1);
  half<2><<<4096, 256>>>(a);
  quiet_half<2><<<4096, 256>>>(a);
  counted<unsigned long long><<<4096, 256>>>(d, d + 1);
  quiet_counted<unsigned long long><<<4096, 256>>>(d, d + 1);
  indexed<float><<<4096, 256>>>(a, c);
  twice<float><<<4096, 256>>>(a, b);
  promised<float><<<4096, 256>>>(a, b);
  quiet_promised<float><<<4096, 256>>>(a, b);
}
