// What a short side of a branch computes from its own load waits for that load,
// although it is issued in line with what is around it. Loads of several sides
// are under way at the same time, and one whose address another one gives is
// not. 2^20 elements are read once, so that each load takes the latency of the
// memory; all else on the way takes less than half of that.
//
// RUN: kernelcast predict %s --gpu a100-pcie-40gb --grid 4096 --block 256 --arg n=1048576 --explain > %t.txt
// RUN: python3 %S/Inputs/waits.py %t.txt | FileCheck %s
// CHECK-DAG: unguarded waits for 1 load
// CHECK-DAG: guarded waits for 1 load
// CHECK-DAG: two_sides waits for 1 load
// CHECK-DAG: stored waits for 1 load
// CHECK-DAG: barrier_between waits for 2 loads
// CHECK-DAG: chained waits for 2 loads
// CHECK-DAG: gathered waits for 2 loads
// CHECK-DAG: gathered_to_memory waits for 2 loads
__global__ void unguarded(float *out, const float *in) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = 1 + in[i];
}

__global__ void guarded(float *out, const float *in, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float sum = 1;
  if (i < n)
    sum += in[i];
  out[i] = sum;
}

__global__ void two_sides(float *out, const float *in, const float *other,
                          int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float sum = 1;
  if (i < n)
    sum += in[i];
  if (i + 32 < n)
    sum += other[i + 32];
  out[i] = sum;
}

// The address of the second load stands behind the first one.
__global__ void gathered(float *out, const float *in, const int *index, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float sum = 1;
  if (i < n)
    sum += in[index[i]];
  out[i] = sum;
}
__global__ void gathered_to_memory(float *out, const float *in,
                                   const int *index, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n)
    out[i] = 1 + in[index[i]];
}

// The store of the side waits in the side.
__global__ void stored(float *out, const float *in, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n)
    out[i] = 1 + in[i];
}

// Nothing of a side passes a barrier that its load could not: the second load
// is behind it.
__global__ void barrier_between(float *out, const float *in,
                                const float *other, int n) {
  __shared__ float first[256];
  int i = blockIdx.x * 256 + threadIdx.x;
  float sum = 1;
  if (i < n)
    sum += in[i];
  first[threadIdx.x] = sum;
  __syncthreads();
  if (i + 32 < n)
    sum += other[i + 32];
  out[i] = sum + first[255 - threadIdx.x];
}

__global__ void chained(float *out, const float *in, const int *places, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  int place = 0;
  if (i < n)
    place = places[i] + i;
  if (place < n)
    out[i] = 1 + in[place];
}
