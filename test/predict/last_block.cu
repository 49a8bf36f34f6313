// Blocks draw a number each, and the one with the highest finishes: one block of
// 1000 takes that branch, with all of its lanes, whether the shared variable is
// the answer, a byte in compiled code, or the number.
//
// RUN: kernelcast predict %s --kernel '*er' --kernel overwritten --grid 1000 --block 256 --arg n=100000 --counts ast | FileCheck %s
// RUN: kernelcast predict %s --kernel '*er' --kernel overwritten --grid 1000 --block 256 --arg n=100000 | FileCheck %s
// RUN: kernelcast predict %s --kernel 'of_*' --grid 100,10 --block 256 --counts ast | FileCheck %s --check-prefix=PLANE
// RUN: kernelcast predict %s --kernel 'of_*' --grid 100,10 --block 256 | FileCheck %s --check-prefix=PLANE
// RUN: kernelcast predict %s --kernel exchanged --kernel by_two --kernel half --kernel next_one --kernel wrapping --kernel squared --details --grid 1000 --block 256 --counts ast | FileCheck %s --check-prefix=NOBODY
// RUN: kernelcast predict %s --kernel exchanged --kernel by_two --kernel half --kernel next_one --kernel wrapping --kernel squared --details --grid 1000 --block 256 | FileCheck %s --check-prefix=NOBODY
// RUN: kernelcast predict %s --kernel circles --grid 1000 --block 256 | FileCheck %s --check-prefix=CIRCLES

__global__ void answer(float *out, unsigned *drawn, int n) {
  __shared__ bool isLast;
  if (threadIdx.x == 0)
    isLast = atomicAdd(drawn, 1) == gridDim.x - 1;
  __syncthreads();
  if (isLast)
    for (int i = threadIdx.x; i < n; i += blockDim.x)
      out[i] = 0;
}
// CHECK: answer
// CHECK: probability of the branch at last_block.cu:[[@LINE-5]]:7 = 0.001: one block of the grid, the last

__global__ void number(float *out, unsigned *drawn, int n) {
  __shared__ unsigned mine;
  if (threadIdx.x == 0)
    mine = atomicAdd(drawn, 1);
  __syncthreads();
  if (mine != gridDim.x - 1)
    return;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = 0;
}
// CHECK: number
// CHECK: probability of the branch at last_block.cu:[[@LINE-6]]:7 = 0.999: one block of the grid, the last

// Compared with something else, and written by somebody else: nobody knows.
__global__ void other(float *out, unsigned *drawn, int n) {
  __shared__ unsigned mine;
  if (threadIdx.x == 0)
    mine = atomicAdd(drawn, 1);
  __syncthreads();
  if (mine == n)
    out[threadIdx.x] = 0;
}
// CHECK: other
// CHECK: probability of the branch at last_block.cu:[[@LINE-4]]:7 = 0.5: depends on data

__global__ void overwritten(float *out, unsigned *drawn, const unsigned *some) {
  __shared__ unsigned mine;
  if (threadIdx.x == 0)
    mine = atomicAdd(drawn, 1);
  if (threadIdx.x == 1)
    mine = *some;
  __syncthreads();
  if (mine == gridDim.x - 1)
    out[threadIdx.x] = 0;
}
// CHECK: overwritten
// CHECK: probability of the branch at last_block.cu:[[@LINE-4]]:7 = 0.5: depends on data

// atomicInc counts up, too, and so may the grid's sizes multiplied and a number
// that begins at one: 100 * 10 blocks. Where each row of the grid has a number
// of its own, the last is one of 100.
__global__ void of_all(float *out, unsigned *drawn) {
  __shared__ unsigned mine;
  if (threadIdx.x == 0)
    mine = atomicInc(drawn, 1u << 30);
  __syncthreads();
  if (mine + 1 == gridDim.x * gridDim.y)
    out[threadIdx.x] = 0;
}
__global__ void of_row(float *out, unsigned *drawn) {
  __shared__ unsigned mine;
  if (threadIdx.x == 0)
    mine = atomicAdd(drawn + blockIdx.y, 1);
  __syncthreads();
  if (mine == gridDim.x - 1)
    out[threadIdx.x] = 0;
}
// PLANE: of_all
// PLANE: probability of the branch at last_block.cu:[[@LINE-12]]:7 = 0.001: one block of the grid, the last
// PLANE: of_row
// PLANE: probability of the branch at last_block.cu:[[@LINE-6]]:7 = 0.01: one block of the grid, the last

// An exchange, a step of two, half of the grid and the number after the last are
// something else.
__global__ void exchanged(float *out, unsigned *drawn) {
  if (atomicCAS(drawn, 0, 1) == gridDim.x - 1)
    out[threadIdx.x] = 0;
}
__global__ void by_two(float *out, unsigned *drawn) {
  if (atomicAdd(drawn, 2) == gridDim.x - 1)
    out[threadIdx.x] = 0;
}
__global__ void half(float *out, unsigned *drawn) {
  if (atomicAdd(drawn, 1) == gridDim.x / 2)
    out[threadIdx.x] = 0;
}
__global__ void next_one(float *out, unsigned *drawn) {
  if (atomicAdd(drawn, 1) == gridDim.x)
    out[threadIdx.x] = 0;
}
__global__ void wrapping(float *out, unsigned *drawn) {
  if (atomicInc(drawn, 7) == gridDim.x - 1)
    out[threadIdx.x] = 0;
}
// Products of products are given up, too.
__global__ void squared(float *out, unsigned *drawn, unsigned n) {
  unsigned a = n;
  a *= a; a *= a; a *= a; a *= a; a *= a; a *= a; a *= a; a *= a; a *= a;
  a *= a; a *= a; a *= a; a *= a; a *= a; a *= a; a *= a; a *= a; a *= a;
  a *= a; a *= a; a *= a; a *= a; a *= a; a *= a; a *= a; a *= a; a *= a;
  a *= a; a *= a; a *= a; a *= a; a *= a; a *= a; a *= a; a *= a; a *= a;
  if (atomicAdd(drawn, 1) == a - 1)
    out[threadIdx.x] = 0;
}
// NOBODY-COUNT-6: = 0.5: depends on data

// What is copied in circles is given up.
__global__ void circles(float *out, int n) {
  __shared__ unsigned a, b;
  a = b; b = a; a = b; b = a; a = b; b = a; a = b; b = a; a = b; b = a;
  a = b; b = a; a = b; b = a; a = b; b = a; a = b; b = a; a = b; b = a;
  __syncthreads();
  if (a == gridDim.x - 1)
    out[threadIdx.x] = 0;
}
// CIRCLES: circles
