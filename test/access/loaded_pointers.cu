// Where a byte behind a loaded pointer lies, the index has no say in: neither what
// a function returns nor what is computed from data could lead to x, whose
// address stays in sight. x is 2, two ints apart are 8 sectors.
//
// RUN: facts %s --grid 1 --block 32 | FileCheck %s
__device__ int unseen();

// What unseen() executes itself is not known, so the kernel is modelled in part.
// CHECK-LABEL: kernel returned partial
// CHECK: call of unseen, which has no body
// CHECK: store row[t][unseen()] global 1 B {{.*}} bounded
// CHECK: store out[x * t] {{.*}} sectors 8 {{.*}} exact
__global__ void returned(char **row, int *out) {
  int t = threadIdx.x, x = 1;
  int *p = &x;
  *p = 2;
  row[t][unseen()] = 1;
  out[x * t] = 1;
}

// CHECK-LABEL: kernel computed modelled
// CHECK: store row[t][j] global 1 B {{.*}} bounded
// CHECK: store out[x * t] {{.*}} sectors 8 {{.*}} exact
__global__ void computed(char **row, int *out, float f) {
  int t = threadIdx.x, x = 1;
  int *p = &x;
  *p = 2;
  int j = __float2int_rn(sinf(f));
  row[t][j] = 1;
  out[x * t] = 1;
}
