// Loops made of goto: i = 0..9, a jump back while i < 10, and a jump forward out
// of two nested loops at i = 2, j = 3: of 4 * 5 bodies the first 2 * 5 + 3 = 13
// run before it.
//
// RUN: facts %s --kernel jumps --grid 1 --block 32 | FileCheck %s
// CHECK: kernel jumps modelled
// CHECK: load in[i] {{.*}} warps 10 lanes 320 sectors 10 lines 10 transactions 10 exact
// CHECK: load in[5 * k + j] {{.*}} warps 13 lanes 416 sectors 13 lines 13 transactions 13 exact
//
// Two jumps back that add the same in another order: 320 elements in rounds of
// a + b = 32 are 10 rounds, of 4 sectors each, whichever way they go.
// RUN: facts %s --kernel two_ways_back --grid 1 --block 32 --arg n=320 --arg a=24 --arg b=8 | FileCheck %s --check-prefix=BACK
// BACK: load in[i] {{.*}} warps 10 lanes 320 sectors 40 lines 10 transactions 40 exact
// BACK: loop `i >= n` trips `{{.*}} / (a + b){{.*}}` mean 10 min 10 max 10 exact

__global__ void jumps(const float *in, float *out) {
  float sum = 0;
  int i = 0;
again:
  sum += in[i];
  if (++i < 10)
    goto again;
  for (int k = 0; k < 4; ++k)
    for (int j = 0; j < 5; ++j) {
      if (k == 2 && j == 3)
        goto done;
      sum += in[5 * k + j];
    }
done:
  out[threadIdx.x] = sum;
}

__global__ void two_ways_back(float *x, const float *in, int n, int a, int b) {
  int i = threadIdx.x;
again:
  if (i >= n)
    return;
  x[i] = 1;
  if (in[i] > 0) {
    i += a;
    i += b;
    goto again;
  }
  i += b;
  i += a;
  goto again;
}
