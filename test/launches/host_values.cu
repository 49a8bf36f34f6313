// Launches as host code writes them; each kernel has one.
//
// RUN: facts %s | FileCheck %s
// Literals, and dim3 from a braced list and a constructor.
// CHECK: kernel literal
// CHECK-NEXT: launch 7 1 1 block 96 1 1 shared 0 host-code
// CHECK: kernel vectors
// CHECK-NEXT: launch 4 3 1 block 16 8 2 shared 0 host-code
// Members that are assigned later: 5 x 6 blocks of 32 x 4.
// CHECK: kernel members
// CHECK-NEXT: launch 5 6 1 block 32 4 1 shared 0 host-code
// A macro, a constexpr, a constant: (1000 + 127) / 128 = 8; 64 * 4 bytes.
// CHECK: kernel named
// CHECK-NEXT: launch 8 1 1 block 128 1 1 shared 256 host-code
// CHECK-NEXT: argument n 1000 host-code
// A helper: divideUp(1000, 96) = 11 (10 * 96 = 960 < 1000).
// CHECK: kernel helper
// CHECK-NEXT: launch 11 1 1 block 96 1 1 shared 0 host-code
// ceil of a quotient: 1000 / 256 = 3.9: 4.
// CHECK: kernel ceiling
// CHECK-NEXT: launch 4 1 1 block 256 1 1 shared 0 host-code
// cudaLaunchKernel with an array of addresses.
// CHECK: kernel indirect
// CHECK-NEXT: launch 9 1 1 block 32 2 1 shared 64 host-code
// CHECK-NEXT: argument n 77 host-code

#include <math.h>

#define THREADS 128
constexpr int Words = 64;
const int Elements = 1000;

__global__ void literal(int n) {}
__global__ void vectors(int n) {}
__global__ void members(int n) {}
__global__ void named(int n) {}
__global__ void helper(int n) {}
__global__ void ceiling(int n) {}
__global__ void indirect(int n) {}

static int divideUp(int a, int b) { return (a + b - 1) / b; }

int main() {
  literal<<<7, 96>>>(0);

  dim3 block(16, 8, 2);
  vectors<<<dim3{4, 3}, block>>>(0);

  dim3 grid, threads;
  grid.x = 5;
  grid.y = grid.x + 1;
  threads.x = 32;
  threads.y = 4;
  members<<<grid, threads>>>(0);

  named<<<(Elements + THREADS - 1) / THREADS, THREADS, Words * sizeof(float)>>>(
      Elements);

  helper<<<divideUp(Elements, 96), 96>>>(Elements);

  int blocks = (int)ceil((float)Elements / 256);
  ceiling<<<blocks, 256>>>(Elements);

  int n = 77;
  void *arguments[] = {&n};
  cudaLaunchKernel((const void *)indirect, dim3(9), dim3(32, 2), arguments, 64,
                   0);
}
