// RUN: kernelcast predict %s --grid 1000 --block 64 --counts ast --model roofline --format json 2>/dev/null | FileCheck %s --implicit-check-not='"known": "sampled"'

// 700 guards that end at as many different blocks divide the launch into 701
// parts. Each guard is divided for itself, so that the steps do not run out: the
// first is passed by one block of two warps, the last by 700.

// CHECK: "space": "global"
// CHECK: "warp_executions": 2,
// CHECK: "warp_executions": 1400,

#define ONE(n) if (blockIdx.x < (n)) a[(n) * 64 + threadIdx.x] = 0;
#define TEN(n) ONE(n) ONE(n + 1) ONE(n + 2) ONE(n + 3) ONE(n + 4) ONE(n + 5) ONE(n + 6) ONE(n + 7) ONE(n + 8) ONE(n + 9)
#define HUNDRED(n) TEN(n) TEN(n + 10) TEN(n + 20) TEN(n + 30) TEN(n + 40) TEN(n + 50) TEN(n + 60) TEN(n + 70) TEN(n + 80) TEN(n + 90)
__global__ void guards(float *a) {
  HUNDRED(1) HUNDRED(101) HUNDRED(201) HUNDRED(301) HUNDRED(401) HUNDRED(501) HUNDRED(601)
}
