// A thread's part of an address and its block's can be told apart where block
// numbers are multiplied with multiples of 32: then blockIdx.x * n has no
// influence on e % 32, and adds n * 2 to e / 32 * 64. --assume says so.
//
// RUN: kernelcast graph %s --what expr --format text \
// RUN:   | FileCheck %s --check-prefix=OPEN
// OPEN: store global out[e / 32 * 64 + e % 32]
// OPEN-NEXT: of the thread: (threadIdx.x / 32 * 64 + threadIdx.x % 32) * 4
// OPEN-NEXT: of the block: out + blockIdx.x * n * 2 * 4
// OPEN-NEXT: provided that n % 32 == 0{{$}}
//
// RUN: kernelcast graph %s --what expr --format text --assume 'n % 64 == 0' \
// RUN:   | FileCheck %s --check-prefix=GIVEN
// GIVEN: provided that n % 32 == 0, which is given
//
// A multiple of 16 need not be one of 32.
// RUN: kernelcast graph %s --what expr --format text --assume 'n % 16 == 0' \
// RUN:   | FileCheck %s --check-prefix=OPEN

__global__ void stage(float *out, const float *in, int n) {
  int e = blockIdx.x * n + threadIdx.x;
  out[e / 32 * 64 + e % 32] = in[e];
}
