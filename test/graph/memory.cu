// The dependence graph's arrows through memory, in 4 blocks of 64 threads.
//
// s: thread t writes s[t] and reads s[t + 1], which thread t + 1 wrote; never
// its own element. a: thread t reads a[i] and writes a[where[i]], which may be
// anybody's. out: every thread has an element of its own.
//
// RUN: kernelcast graph %s --what pdg --format text | FileCheck %s
// RUN: kernelcast graph %s --what pdg --format text | FileCheck %s --check-prefix=NOT
// CHECK-DAG: {{ s by two threads of a block}}
// CHECK-DAG: a perhaps by one thread
// CHECK-DAG: a perhaps by two threads of a block
// CHECK-DAG: a perhaps by two blocks
// NOT-NOT: {{ s by one thread}}
// NOT-NOT: {{ s by two blocks}}
// NOT-NOT: {{ out (perhaps )?by}}

__global__ void neighbours(float *a, float *out, const int *where) {
  __shared__ float s[65];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = a[i];
  __syncthreads();
  out[i] = s[t + 1];
  a[where[i]] = 0;
}

void run(float *a, float *out, int *where) {
  neighbours<<<4, 64>>>(a, out, where);
}
