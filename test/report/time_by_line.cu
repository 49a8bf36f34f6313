// Which lines the time is for: test/report/Inputs/time_by_line.py derives each
// number from those of the launch, and holds these kernels to what follows.
//
//   streams()  DRAM bounds it. The line with two loads asks for twice the bytes
//              of the line with one store: 2/3 and 1/3 of the bandwidth's time.
//   banks()    A store to one bank takes 32 steps, the load of neighbours 1:
//              32/33 and 1/33 of the time of shared memory.
//   chain()    Four warps wait for memory twice, one load behind the other, on
//              two lines: as long for the one as for the other.
//
// RUN: kernelcast predict %s --format json --curves -o %t.json
// RUN: python3 %S/Inputs/time_by_line.py %t.json
//
// Of a model without one of its parts nothing is said, nor without curves.
//
// RUN: kernelcast predict %s --kernel chain --without l1 --format json --curves | FileCheck %s --check-prefix=NONE
// RUN: kernelcast predict %s --kernel chain --format json | FileCheck %s --check-prefix=NONE
// NONE: "name": "chain"
// NONE-NOT: "time_by_line"

__global__ void streams(float *out, const float *a, const float *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = a[i] + b[i]; // two loads
  out[i] = sum;            // one store
}

__global__ void banks(float *out) {
  __shared__ float tile[8192];
  tile[32 * threadIdx.x] = threadIdx.x; // one bank
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = tile[255 - threadIdx.x]; // all banks
}

__global__ void chain(int *out, const int *first, const int *second) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = first[i];  // the first wait
  int k = second[j]; // the second wait
  out[i] = k;
}

int main() {
  float *out, *a, *b;
  int *p, *q, *r;
  cudaMalloc(&out, sizeof(float) << 24);
  cudaMalloc(&a, sizeof(float) << 24);
  cudaMalloc(&b, sizeof(float) << 24);
  cudaMalloc(&p, sizeof(int) * 128);
  cudaMalloc(&q, sizeof(int) * 128);
  cudaMalloc(&r, sizeof(int) << 24); // no cache has what the data choose
  streams<<<65536, 256>>>(out, a, b);
  banks<<<65536, 256>>>(out);
  chain<<<1, 128>>>(p, q, r);
  cudaDeviceSynchronize();
}
