// Static shared memory: float[1000], double[100] and a char: 4000 + 800 + 1 =
// 4801 bytes; with 3000 dynamic ones 7801, in units of 256: 7936. 65536 / 7936 =
// 8 blocks of 2 warps. The char ends it, so nothing is lost to alignment.
//
// RUN: facts %s --registers 16 | FileCheck %s
// CHECK: launch 100 1 1 block 64 1 1 shared 3000 host-code
// CHECK: occupancy 8 blocks 16 warps limiter shared registers 16 option static 4801

__global__ void mixed(float *p) {
  __shared__ float a[1000];
  __shared__ double b[100];
  __shared__ char c;
  extern __shared__ int d[];
  int t = threadIdx.x;
  a[t] = b[t] = d[t] = p[t];
  if (t == 0)
    c = 1;
  __syncthreads();
  p[t] = a[t + 1] + b[t + 1] + c + d[t + 1];
}

void run(float *p) { mixed<<<100, 64, 3000>>>(p); }
