// 128 * 128 floats are 64 KiB of static shared memory, of which no block may
// have more than 48; 2048 threads are more than 1024.
//
// RUN: not kernelcast lint %s > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=CLEAN < %t.txt
// CLEAN-NOT: in fits<2>
// CLEAN: 2 errors and

__global__ void large(float *out) {
  __shared__ float tile[128][128];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x][0] = out[i];
  __syncthreads();
  out[i] = tile[threadIdx.x / 2][0];
}

template <int Factor> __global__ void fits(float *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] *= Factor;
}

void run(float *a) {
  // CHECK-DAG: .cu:[[#@LINE+1]]:3: error: this launch fails: {{.*}} [kernelcast-cannot-launch]
  large<<<64, 128>>>(a);
  fits<2><<<64, 128>>>(a);
  // CHECK-DAG: .cu:[[#@LINE+2]]:3: error: this launch fails: block of 2048x1x1 threads is over the limit of 1024 threads per block on rtx-2080-ti [kernelcast-cannot-launch]
  // CHECK-DAG: note: in fits<3>, launched with grid 64 and block 2048
  fits<3><<<64, 2048>>>(a);
}
