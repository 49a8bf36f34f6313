// A pointer that an if sets to another object is the choice between the two, as
// c ? b : a is: of global arrays each lane's own address is known, of variables
// each is written by the lanes that chose it.
//
// RUN: facts %s --grid 1 --block 32 --arg n=2 | FileCheck %s

// Of the 32 lanes those below 8 read b + 64 + t, the others a + t: one sector
// of b and three of a in each of the two rounds.
// CHECK-LABEL: kernel global_arrays modelled
// CHECK: load p[32 * k] global 4 B warps 2 lanes 64 sectors 8 {{.*}} exact
__global__ void global_arrays(const float *a, const float *b, float *out,
                              int n) {
  int t = threadIdx.x;
  const float *p = a + t;
  if (t < 8)
    p = b + 64 + t;
  float sum = 0;
  for (int k = 0; k < n; k++)
    sum += p[32 * k];
  out[t] = sum;
}

// Both sides of an if set it, and one does more. Where t < 16, x becomes 2 and y
// stays 3: words 6 t, bytes 0 to 363, neighbours 24 bytes apart: all 12
// sectors. Elsewhere x stays 5 and y becomes 2: words 10 t, 40 bytes apart, a
// sector for each of the 16 lanes.
// CHECK-LABEL: kernel variables modelled
// CHECK: store *p local 4 B warps 1 lanes 32 {{.*}} exact
// CHECK: store out[t * x * y] global 4 B warps 1 lanes 32 sectors 28 {{.*}} exact
__global__ void variables(float *out, int n) {
  int t = threadIdx.x;
  int x = 5, y = 3;
  int *p;
  if (t < 16) {
    p = &x;
  } else {
    p = &y;
    out[1000] = 1;
  }
  *p = n;
  out[t * x * y] = 1;
}

// Set in a loop that may leave first: behind it is one of the two still.
// With n = 2 the first round sets it and the second leaves: b.
// CHECK-LABEL: kernel left_early modelled
// CHECK: load p[t] global 4 B warps 1 lanes 32 sectors 4 {{.*}} exact
__global__ void left_early(const float *a, const float *b, float *out, int n) {
  int t = threadIdx.x;
  const float *p = a;
  for (int k = 0; k < 4; k++) {
    if (k == n - 1)
      break;
    if (k < n)
      p = b;
  }
  out[t] = p[t];
}
