// A thread that leaves a do loop by a break has begun that iteration, so it
// counts. One warp, n = 3.
//
//   unsigned char i   has no closed form; no thread is number 40: 3 trips
//   i == 40           never: min(3 - 1, 40) ways back and 1: 3 trips
//   i * 8 > t         threads 0..7 leave in the second iteration, 8..15 in the
//                     third, where the others end: (8 * 2 + 24 * 3) / 32 = 2.75
//
// RUN: facts %s --grid 1 --block 32 --arg n=3 | FileCheck %s
// CHECK: loop `i < n` {{.*}} mean 3 min 3 max 3 exact
// CHECK: loop `j < n` {{.*}} mean 3 min 3 max 3 exact
// CHECK: loop `k < n` {{.*}} mean 2.75 min 2 max 3 exact

__global__ void leftDoLoops(float *out, int n) {
  unsigned char i = 0;
  do {
    if (threadIdx.x == 40)
      break;
    ++i;
  } while (i < n);
  int j = 0;
  do {
    if (j == 40)
      break;
    ++j;
  } while (j < n);
  int k = 0;
  do {
    if (k * 8 > threadIdx.x)
      break;
    ++k;
  } while (k < n);
  out[threadIdx.x] = i + j + k;
}
