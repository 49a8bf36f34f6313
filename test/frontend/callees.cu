// Device functions are inlined: through references, pointers to local and shared
// memory, structures by value and by reference, and with their own early return.
// One warp.
//   twice(i)        changes i by reference: in[2 * t]: 8 sectors
//   fill(local)     a callee writes a local array that is then read with constant
//                   indices: nothing to access
//   sum(shared)     s[t] and s[t + 32]: degree 1 each
//   View v by value v.data[v.offset + t], offset 4: bytes 16..143: 5 sectors
//   early           returns for t < 8: 24 lanes store words 8..31: 3 sectors
//
// RUN: facts %s --grid 1 --block 32 | FileCheck %s --implicit-check-not=local
// CHECK: kernel caller modelled
// CHECK: load in[i] {{.*}} sectors 8 lines 2 transactions 8 exact
// CHECK: load p[t] shared 4 B warps 1 lanes 32 cycles 1 degree 1 exact
// CHECK: load p[t + 32] shared 4 B warps 1 lanes 32 cycles 1 degree 1 exact
// CHECK: load v.data[v.offset + t] {{.*}} sectors 5 lines 2 transactions 5 exact
// CHECK: store out[t] {{.*}} warps 1 lanes 24 sectors 3 lines 1 transactions 3 exact

struct View {
  const float *data;
  int offset;
};

__device__ void twice(int &i) { i *= 2; }

__device__ void fill(float *values, float x) {
  values[0] = x;
  values[1] = x * x;
}

__device__ float sum(const float *p) {
  int t = threadIdx.x;
  return p[t] + p[t + 32];
}

__device__ float at(View v, int t) { return v.data[v.offset + t]; }

__device__ void early(float *out, int t, float value) {
  if (t < 8)
    return;
  out[t] = value;
}

__global__ void caller(const float *in, float *out) {
  __shared__ float s[64];
  int t = threadIdx.x, i = t;
  twice(i);
  float local[2];
  fill(local, in[i]);
  View v{in, 4};
  early(out, t, local[0] + local[1] + sum(s) + at(v, t));
}
