// An optional array: what the host passes decides whether the kernel writes it.
// 4096 threads are 128 warps. `filled` gets memory, `empty` a null pointer by way
// of a helper's default argument; where no launch says it, it is not null by
// assumption, until --arg says that it is.
//
// RUN: cd %S && kernelcast predict null_pointers.cu --gpu gtx-970 --kernel filled --counts ast | FileCheck %s --check-prefix=FILLED
// RUN: cd %S && kernelcast predict null_pointers.cu --gpu gtx-970 --kernel filled | FileCheck %s --check-prefix=FILLED
// FILLED: store more[i]
// FILLED-NOT: pointer more
// RUN: cd %S && kernelcast predict null_pointers.cu --gpu gtx-970 --kernel empty --counts ast | FileCheck %s --check-prefix=EMPTY
// RUN: cd %S && kernelcast predict null_pointers.cu --gpu gtx-970 --kernel empty | FileCheck %s --check-prefix=EMPTY
// EMPTY-NOT: store more[i]
// EMPTY: store a[i] {{.*}} 100 % of the traffic
// EMPTY-NOT: pointer more
// RUN: cd %S && kernelcast predict null_pointers.cu --gpu gtx-970 --kernel unknown --block 256 --grid 16 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: store more[i]
// UNKNOWN: pointer more = not null: the kernel asks whether it is null; give --arg more=0 if so
// RUN: cd %S && kernelcast predict null_pointers.cu --gpu gtx-970 --kernel unknown --block 256 --grid 16 --arg more=0 | FileCheck %s --check-prefix=EMPTY

__device__ void write(float *a, float *more, int i) {
  a[i] = 1;
  if (more)
    more[i] = 2;
}
__global__ void filled(float *a, float *more) {
  write(a, more, blockIdx.x * blockDim.x + threadIdx.x);
}
__global__ void empty(float *a, float *more) {
  write(a, more, blockIdx.x * blockDim.x + threadIdx.x);
}
__global__ void unknown(float *a, float *more) {
  write(a, more, blockIdx.x * blockDim.x + threadIdx.x);
}

void run(float *a, float *more = nullptr) { empty<<<16, 256>>>(a, more); }

int main() {
  float *a, *more;
  cudaMalloc(&a, 4096 * sizeof(float));
  cudaMalloc(&more, 4096 * sizeof(float));
  filled<<<16, 256>>>(a, more);
  run(a);
}
