// Small arrays that a loop fills element by element: each element is a variable
// that changes in one iteration, so that what the array holds later is known.
//
// RUN: facts %s --grid 1 --block 32 --arg n=2 | FileCheck %s

// Four pointers to rows of 64 floats, each read and moved on by 36 floats in two
// rounds. In the first a warp reads 4 whole sectors, in the second 128 bytes
// from the middle of one on, which are 5: (4 + 5) * 4.
//
// CHECK-LABEL: kernel rows modelled
// CHECK: load *row[i] global 4 B warps 8 lanes 256 sectors 36 {{.*}} exact
__global__ void rows(const float *in, float *out, int n) {
  const float *row[4];
  for (int i = 0; i < 4; ++i)
    row[i] = in + 64 * i + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < 4; ++i) {
      sum += *row[i];
      row[i] += 36;
    }
  out[threadIdx.x] = sum;
}

// Every third element is set, element 6 in iteration 2 to 2 * 20: floats 40 to
// 71, from the start of a sector on.
//
// CHECK-LABEL: kernel every_third modelled
// CHECK: load in[at[6] + threadIdx.x] global 4 B warps 1 lanes 32 sectors 4 {{.*}} exact
__global__ void every_third(const float *in, float *out) {
  int at[12];
  for (int i = 0; i < 4; ++i)
    at[3 * i] = 20 * i;
  out[threadIdx.x] = in[at[6] + threadIdx.x];
}

// Read before it is set as well, and counted down: x is 0 for k = 5, 4 and 3,
// and 4 for k = 2 and 1: 3 * 4 and 2 * 5 sectors.
//
// CHECK-LABEL: kernel set_between modelled
// CHECK: load in[x + threadIdx.x] global 4 B warps 5 lanes 160 sectors 22 {{.*}} exact
__global__ void set_between(const float *in, float *out) {
  int x = 0;
  float sum = 0;
  for (int k = 5; k > 0; --k) {
    sum += in[x + threadIdx.x];
    if (k == 3)
      x = 4;
  }
  out[threadIdx.x] = sum;
}

// A loop that never comes to the iteration that would set it, one that steps
// over it, and one whose condition holds again, since a byte wraps around: in
// 300 iterations b is 7 after iterations 7 and 263, and x counts them. Behind
// the loops x is 0, 0 and, if it is known at all, 8.
//
// CHECK-LABEL: kernel never modelled
// CHECK: load in[x + threadIdx.x] global 4 B warps 1 lanes 32 sectors 4 {{.*}} exact
// CHECK: load in[y + threadIdx.x] global 4 B warps 1 lanes 32 sectors 4 {{.*}} exact
// CHECK: load in[z + threadIdx.x] global 4 B warps 1 lanes 32 sectors 4 {{.*}} exact
__global__ void never(const float *in, float *out) {
  int x = 0, y = 0, z = 0;
  for (int k = 0; k < 4; ++k)
    if (k == 4)
      x = 4;
  for (int k = 0; k < 8; k += 2)
    if (k == 3)
      y = 4;
  unsigned char b = 0;
  for (int k = 0; k < 300; ++k, ++b)
    if (b == 7)
      z += 4;
  out[threadIdx.x] = in[x + threadIdx.x];
  out[threadIdx.x] = in[y + threadIdx.x];
  out[threadIdx.x] = in[z + threadIdx.x];
}

// Unsigned numbers of 32 bits wrap around: what is equal in one iteration is so
// again in another. Behind the loops x is 8, 8, 4 and 4: sectors 4, 4, 5 and 5.
//
// CHECK-LABEL: kernel quarter_turns modelled
// CHECK: load in[x + threadIdx.x] global 4 B warps 1 lanes 32 sectors 4 {{.*}} exact
__global__ void quarter_turns(const float *in, float *out) {
  int x = 0;
  unsigned p = 0;
  for (int k = 0; k < 8; ++k) {
    if (p == 0)
      x += 4;
    p += 0x40000000u;
  }
  out[threadIdx.x] = in[x + threadIdx.x];
}

// CHECK-LABEL: kernel shifted_out modelled
// CHECK: load in[x + threadIdx.x] global 4 B warps 1 lanes 32 sectors 4 {{.*}} exact
__global__ void shifted_out(const float *in, float *out) {
  int x = 0;
  for (unsigned k = 0; k < 8; ++k)
    if ((k << 30) == 0)
      x += 4;
  out[threadIdx.x] = in[x + threadIdx.x];
}

// CHECK-LABEL: kernel thirds modelled
// CHECK: load in[x + threadIdx.x] global 4 B warps 1 lanes 32 sectors 5 {{.*}} exact
__global__ void thirds(const float *in, float *out) {
  int x = 0;
  unsigned h = 0;
  for (int k = 0; k < 8; ++k) {
    if (h == 2u)
      x = 4;
    h += 0x55555556u;
  }
  out[threadIdx.x] = in[x + threadIdx.x];
}

// CHECK-LABEL: kernel hashed modelled
// CHECK: load in[x + threadIdx.x] global 4 B warps 1 lanes 32 sectors 5 {{.*}} exact
__global__ void hashed(const float *in, float *out) {
  int x = 0;
  for (unsigned k = 0; k < 8; ++k)
    if (k * 2654435769u == 3u * 2654435769u)
      x = 4;
  out[threadIdx.x] = in[x + threadIdx.x];
}

// Also where the sum is widened before it is compared: x is 8.
//
// CHECK-LABEL: kernel widened modelled
// CHECK: load in[x + threadIdx.x] global 4 B warps 1 lanes 32 sectors 4 {{.*}} exact
__global__ void widened(const float *in, float *out) {
  int x = 0;
  for (unsigned k = 0; k < 8; ++k)
    if ((unsigned long long)(k * 0x40000000u) == 0)
      x += 4;
  out[threadIdx.x] = in[x + threadIdx.x];
}
