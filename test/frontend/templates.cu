// Every instantiation is a kernel with its own facts: stride 2 reads 8 sectors,
// stride 8 reads 32; doubles with stride 2 span 512 bytes: 16. What nobody
// instantiates is named as such.
//
// RUN: facts %s | FileCheck %s
// CHECK-DAG: kernel strided<float, 2> modelled
// CHECK-DAG: load in[Step * i] global 4 B warps 1 lanes 32 sectors 8 lines 2 transactions 8 exact
// CHECK-DAG: kernel strided<float, 8> modelled
// CHECK-DAG: load in[Step * i] global 4 B warps 1 lanes 32 sectors 32 lines 8 transactions 32 exact
// CHECK-DAG: kernel strided<double, 2> modelled
// CHECK-DAG: load in[Step * i] global 8 B warps 1 lanes 32 sectors 16 lines 4 transactions 16 exact
// CHECK-DAG: kernel unused not-modelled
// CHECK-DAG: reason {{.*}}template{{.*}}instantiat
//
// One of them by its arguments, or all by the plain name:
// RUN: facts %s --kernel 'strided<float, 8>' | FileCheck %s --check-prefix=ONE
// ONE: kernel strided<float, 8> modelled
// ONE-NOT: kernel strided
// RUN: facts %s --kernel strided | FileCheck %s --check-prefix=ALL
// ALL-COUNT-3: kernel strided
// ALL-NOT: kernel unused
//
// RUN: kernelcast predict %s --kernel 'strided<float, 8>' --format json | FileCheck %s --check-prefix=ARGUMENTS
// ARGUMENTS: "name": "strided",
// ARGUMENTS: "qualified_name": "strided<float, 8>",
// ARGUMENTS: "template_arguments": [
// ARGUMENTS-NEXT: "float",
// ARGUMENTS-NEXT: "8"

template <typename T, int Step>
__global__ void strided(const T *in, T *out) {
  int i = threadIdx.x;
  out[i] = in[Step * i];
}

template <typename T> __global__ void unused(T *p) { p[threadIdx.x] = 0; }

void run(float *f, double *d) {
  strided<float, 2><<<1, 32>>>(f, f);
  strided<float, 8><<<1, 32>>>(f, f);
  strided<double, 2><<<1, 32>>>(d, d);
}
