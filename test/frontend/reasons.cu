// What cannot be followed says so by name, and what stands beside it is still
// analysed.
//
// RUN: facts %s --grid 1 --block 32 | FileCheck %s
// CHECK: kernel recursive {{partial|not-modelled}}
// CHECK: reason {{.*}}recurs{{.*}}depth
// CHECK: store out[t] {{.*}} sectors 4 lines 1 transactions 4 exact
// CHECK: kernel pointer {{partial|not-modelled}}
// CHECK: reason {{.*}}function pointer
// CHECK: load in[t] {{.*}} sectors 4 lines 1 transactions 4 exact
// CHECK: kernel assembly {{partial|not-modelled}}
// CHECK: reason inline assembly: multimem.ld_reduce.global.add.f32, which is not understood
// CHECK: store out[t] {{.*}} sectors 4 lines 1 transactions 4 exact
//
// --strict turns an incomplete kernel that cannot be modelled into exit status 3;
// these are only partly so.
// RUN: status kernelcast predict %s --grid 1 --block 32 2>&1 | FileCheck %s --check-prefix=STATUS
// STATUS: status 0

__device__ int depth(int n) { return n < 2 ? n : depth(n - 1) + 1; }

__global__ void recursive(int *out) {
  int t = threadIdx.x;
  out[t] = depth(t);
}

typedef float (*Operation)(float);

__global__ void pointer(const float *in, float *out, Operation f) {
  int t = threadIdx.x;
  out[t] = f(in[t]);
}

__global__ void assembly(const float *in, float *out) {
  int t = threadIdx.x;
  float value;
  asm volatile("multimem.ld_reduce.global.add.f32 %0, [%1];"
               : "=f"(value)
               : "l"(in + t));
  out[t] = value;
}
