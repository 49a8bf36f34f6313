// Addresses of which data choose one of two known ones: lanes cost at most what
// all of them cost at the one and at the other together.
//
// RUN: facts %s --grid 1 --block 32 | FileCheck %s

// All lanes at one of both are 4 sectors, and at most 4 of each are touched. A
// lone lane would be one.
//
// CHECK-LABEL: kernel pointer modelled
// CHECK: store p[i] global 4 B warps 1 lanes 32 sectors 1..8 {{.*}} bounded {{.*}} one of several addresses: which one, it depends on loaded data (in[i])
__global__ void pointer(const float *in, float *x, float *y) {
  int i = threadIdx.x;
  float v = in[i];
  float *p = v > 0.5f ? x : y;
  p[i] = v;
}

// Three of them, one in the middle of a sector: 4 + 4 + 5.
//
// CHECK-LABEL: kernel three modelled
// CHECK: load p[i] global 4 B warps 1 lanes 32 sectors 1..13 {{.*}} bounded
__global__ void three(const float *in, const float *x, const float *y,
                      float *out) {
  int i = threadIdx.x;
  float v = in[i];
  const float *p = v > 0.5f ? x : v > 0 ? y + 4 : in;
  out[i] = p[i];
}

// Words of shared memory: two lanes have each word of a row, so that a row is one
// step, and both rows are two at most.
//
// CHECK-LABEL: kernel banks modelled
// CHECK: load rows[in[i] > 0][i % 16] shared 4 B warps 1 lanes 32 cycles 1..2 degree 2 bounded
__global__ void banks(const float *in, float *out) {
  __shared__ float rows[2][16];
  int i = threadIdx.x;
  rows[0][i % 16] = i;
  rows[1][i % 16] = 2 * i;
  __syncthreads();
  out[i] = rows[in[i] > 0][i % 16];
}

// An arm that data decide themselves is any address.
//
// CHECK-LABEL: kernel anywhere modelled
// CHECK: load x[v > 0 ? i : (int)v] global 4 B warps 1 lanes 32 sectors 1..32 {{.*}} bounded {{.*}} address not known
__global__ void anywhere(const float *in, const float *x, float *out) {
  int i = threadIdx.x;
  float v = in[i];
  out[i] = x[v > 0 ? i : (int)v];
}

// Forty choices one after the other, each of what comes before or one more: as
// many nodes, and 2^40 ways through them.
//
// CHECK-LABEL: kernel long_way modelled
// CHECK: load x[at] global 4 B warps 1 lanes 32 sectors 1..32 {{.*}} bounded
#define STEP(K)                                                                \
  if (in[K * 32 + threadIdx.x] > 0)                                            \
    ++at;
#define STEPS(K) STEP(K) STEP(K + 1) STEP(K + 2) STEP(K + 3) STEP(K + 4)
__global__ void long_way(const int *in, const float *x, float *out) {
  int at = 0;
  STEPS(0) STEPS(5) STEPS(10) STEPS(15) STEPS(20) STEPS(25) STEPS(30) STEPS(35)
  out[threadIdx.x] = x[at];
}
