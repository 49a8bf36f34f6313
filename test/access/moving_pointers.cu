// Pointers that move. One warp:
//   *p, p += 32 four times: words t + 32 k: 4 sectors each, 16 in 4 executions
//   *q++ three times with q = in + 4 t: words 4 t + 0, 1, 2: 16 sectors each: 48
//   r += n (n = 100): words t + 100 k, k = 0, 1, 2: starts at bytes 0, 400, 800 =
//     12.5 and 25 sectors: 4 + 5 + 4 = 13 sectors; lines 0 | 3.125.. 2 | 6.25.. 2
//   *--s with s = in + 32 - t: word 31 - t: 4 sectors
//   e - b is a number: in[e - b] with e = in + 5 t, b = in: 5 t: bytes 20 t: a
//     sector each 1.6 lanes: last byte 620 + 3 = sector 19: all 20 sectors, 5 lines
//
// RUN: facts %s --grid 1 --block 32 --arg n=100 | FileCheck %s
// CHECK: load *p {{.*}} warps 4 lanes 128 sectors 16 lines 4 transactions 16 exact
// CHECK: load *q++ {{.*}} warps 3 lanes 96 sectors 48 lines 12 transactions 48 exact
// CHECK: load *r {{.*}} warps 3 lanes 96 sectors 13 lines 5 transactions 13 exact
// CHECK: load *--s {{.*}} warps 1 lanes 32 sectors 4 lines 1 transactions 4 exact
// CHECK: load in[e - b] {{.*}} warps 1 lanes 32 sectors 20 lines 5 transactions 20 exact

__global__ void moving(const float *in, float *out, int n) {
  int t = threadIdx.x;
  float sum = 0;
  const float *p = in + t;
  for (int k = 0; k < 4; ++k, p += 32)
    sum += *p;
  const float *q = in + 4 * t;
  for (int k = 0; k < 3; ++k)
    sum += *q++;
  const float *r = &in[t];
  for (int k = 0; k < 3; ++k) {
    sum += *r;
    r += n;
  }
  const float *s = in + 32 - t;
  sum += *--s;
  const float *b = in, *e = in + 5 * t;
  sum += in[e - b];
  out[t] = sum;
}

// A pointer that only moves, around loops that do not touch it: no other
// pointer is lost with it. table[1] is &a, so that a is 5 and out + 5 has five
// sectors.
// CHECK-LABEL: kernel around_loops modelled
// CHECK: store *table[n > 8] local 4 B warps 1 lanes 32
// CHECK: store out[threadIdx.x + a + b] global 4 B warps 1 lanes 32 sectors 5 {{.*}}exact
__global__ void around_loops(const float *in, float *out, int n, int m) {
  int a = 0, b = 0;
  int *table[2] = {&b, &a};
  *table[n > 8] = 5;
  const float *at = in;
  for (int i = 0; i < n; i++) {
    do {
      for (int k = 0; k < m; k++) {
      }
    } while (m <= 0);
    at++;
  }
  out[threadIdx.x + a + b] = 1;
}
