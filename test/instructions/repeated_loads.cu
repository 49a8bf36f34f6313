// What an earlier load has left in a register is not loaded again: loads and
// stores of a warp, by hand. The accesses stand in the report all the same.
//
// RUN: facts %s --instructions --kernel chosen --grid 1 --block 32 | FileCheck %s --check-prefix=CHOSEN
// RUN: kernelcast predict %s --kernel chosen --grid 1 --block 32 --format json | FileCheck %s --check-prefix=REPEATS
// One of three loads, and 128 bytes of it: with the store's 256 in all.
// CHOSEN: load a[i] global 4 B warps 1 lanes 32
// CHOSEN: load_global 1 store_global 1
// REPEATS-COUNT-2: "repeats": 0
// REPEATS: "l2_bytes": 256,
//
// RUN: facts %s --instructions --kernel overlapping --grid 1 --block 32 | FileCheck %s --check-prefix=TWO
// RUN: facts %s --instructions --kernel changing --grid 1 --block 32 | FileCheck %s --check-prefix=TWO
// RUN: facts %s --instructions --kernel asked_anew --grid 1 --block 32 | FileCheck %s --check-prefix=TWO
// RUN: facts %s --instructions --kernel one_side --grid 1 --block 32 --arg n=7 | FileCheck %s --check-prefix=TWO
// o may be a; somebody else may write what is volatile; __ldcv asks anew; one
// side may not have been taken.
// TWO: load_global 2 store_global {{1|2}}
//
// RUN: facts %s --instructions --kernel shared_places --grid 1 --block 32 | FileCheck %s --check-prefix=SHARED
// Two variables do not overlap: s[t] is loaded once although r[t] is written in
// between; s[t ^ 1] twice, because there is a barrier in between.
// SHARED: load_shared 3 store_shared 2
//
// RUN: facts %s --instructions --kernel invariant --grid 1 --block 32 | FileCheck %s --check-prefix=INVARIANT
// Once before the loop of 100 iterations, b[j] in each of them.
// INVARIANT: load_global 101 store_global 1
//
// RUN: facts %s --instructions --kernel written_in_loop --grid 1 --block 32 | FileCheck %s --check-prefix=WRITTEN
// The store of one iteration may change what the next one loads.
// WRITTEN: load_global 101 store_global 100

__global__ void chosen(const float *a, float *o) {
  int i = threadIdx.x;
  o[i] = a[i] > 0 ? a[i] : 0.01f * a[i];
}

__global__ void overlapping(const float *a, float *o) {
  int i = threadIdx.x;
  o[i] = a[i];
  o[i + 64] = a[i];
}

__global__ void changing(const volatile float *a, float *o) {
  int i = threadIdx.x;
  o[i] = a[i] + a[i];
}

__global__ void asked_anew(const float *a, float *o) {
  int i = threadIdx.x;
  o[i] = __ldcv(a + i) + __ldcv(a + i);
}

__global__ void one_side(const float *a, float *o, int n) {
  int i = threadIdx.x;
  float v = 0;
  if (n > 3)
    v = a[i];
  o[i] = v + a[i];
}

__global__ void shared_places(const float *a, float *o) {
  __shared__ float s[32], r[32];
  int t = threadIdx.x;
  s[t] = a[t];
  float v = s[t];
  r[t] = v;
  v += s[t];
  v += s[t ^ 1];
  __syncthreads();
  o[t] = v + s[t ^ 1];
}

__global__ void invariant(const float *a, const float *b, float *o) {
  int t = threadIdx.x;
  float sum = a[t];
  for (int j = 0; j < 100; ++j)
    sum += a[t] * b[j * 32];
  o[t] = sum;
}

__global__ void written_in_loop(const float *a, float *o) {
  int t = threadIdx.x;
  float sum = a[t];
  for (int j = 0; j < 100; ++j) {
    sum += a[t];
    o[j * 32 + t] = sum;
  }
}
