// do-while loops run at least once.
//   do ++i while (i < n)        n = 10: 10 trips, n = 0: 1
//   do k /= 2 while (k)         k = 10: 5 2 1 0: 4 trips; k = 0: 1
//
// RUN: facts %s --grid 1 --block 32 --arg n=10 | FileCheck %s --check-prefix=TEN
// TEN: load in[i] {{.*}} warps 10 lanes 320
// TEN: load in[k] {{.*}} warps 4 lanes 128
// TEN: loop `i < n` {{.*}} mean 10 min 10 max 10 exact
// TEN: loop `k` {{.*}} mean 4 min 4 max 4 exact
// RUN: facts %s --grid 1 --block 32 --arg n=0 | FileCheck %s --check-prefix=NONE
// NONE: load in[i] {{.*}} warps 1 lanes 32
// NONE: load in[k] {{.*}} warps 1 lanes 32
// NONE: loop `i < n` {{.*}} mean 1 min 1 max 1 exact
// NONE: loop `k` {{.*}} mean 1 min 1 max 1 exact

__global__ void atEnd(const float *in, float *out, int n) {
  float sum = 0;
  int i = 0;
  do {
    sum += in[i];
    ++i;
  } while (i < n);
  unsigned k = n;
  do {
    sum += in[k];
    k /= 2;
  } while (k);
  out[threadIdx.x] = sum;
}
