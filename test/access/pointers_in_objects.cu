// A pointer that was made of an array stays in it, whatever the index is: the
// other members of its object keep their values. A pointer that was made
// otherwise may lead anywhere in the object.
//
// RUN: facts %s --grid 1 --block 32 --arg n=128 | FileCheck %s
//
// 16 bytes a lane, next to one another: 16 sectors of 4 lines.
// CHECK: kernel accessor modelled
// CHECK: load source.wide[i] global 16 B warps 1 lanes 32 sectors 16 lines 4 transactions 16 exact
// CHECK: store target.wide[i] global 16 B warps 1 lanes 32 sectors 16 lines 4 transactions 16 exact
//
// Rows of one array are one array.
// CHECK: kernel rows modelled
// CHECK: store s.target[threadIdx.x] global 4 B warps 1 lanes 32 sectors 4 lines 1 transactions 4 exact
//
// Arrays of the same type beside one another are walked through as one: b[1]
// becomes 5, and 5 words apart are 20 bytes, 32 of which are in 20 sectors.
// CHECK: kernel walks_on modelled
// CHECK: store out[s.b[1] * threadIdx.x] {{.*}} sectors 20 {{.*}} exact
//
// The third word is the pointer itself, and what is written there may be any
// address.
// CHECK: kernel by_words modelled
// CHECK: store s.target[threadIdx.x] {{.*}} bounded {{.*}} address not known
// CHECK: kernel by_first_member modelled
// CHECK: store s.target[threadIdx.x] {{.*}} bounded {{.*}} address not known
// CHECK: kernel in_a_loop modelled
// CHECK: store s.target[threadIdx.x] {{.*}} bounded {{.*}} address not known

struct Vector {
  union Parts {
    int4 whole;
    float each[4];
    __device__ Parts() {}
  } parts;
  int4 *wide;
  __device__ explicit Vector(float *at) : wide(reinterpret_cast<int4 *>(at)) {}
  __device__ float *each() { return parts.each; }
};

__global__ void accessor(float *in, float *out) {
  Vector source(in), target(out);
  int i = threadIdx.x;
  source.parts.whole = source.wide[i];
  for (int k = 0; k < 4; ++k)
    target.each()[k] = 2 * source.each()[k];
  target.wide[i] = target.parts.whole;
}

struct Rows {
  float tile[2][4];
  float *target;
};

__global__ void rows(float *out, int n) {
  Rows s;
  s.target = out;
  float *first = s.tile[0];
  for (int k = 0; k < n / 16; ++k)
    first[k] = k;
  s.target[threadIdx.x] = s.tile[1][n % 4];
}

__global__ void walks_on(float *out) {
  struct {
    int a[4], b[4];
    float *target;
  } s = {{0, 0, 0, 0}, {0, 0, 0, 0}, out};
  int *p = s.a;
  for (int k = 0; k < 8; ++k)
    p[k] = k;
  out[s.b[1] * threadIdx.x] = 1;
}

struct Words {
  int words[2];
  float *target;
};

__global__ void by_words(float *out, const int *in, int n) {
  Words s = {{0, 0}, out};
  int *all = reinterpret_cast<int *>(&s);
  for (int k = 0; k < n; ++k)
    all[k] = in[k];
  s.target[threadIdx.x] = s.words[0];
}

__global__ void by_first_member(float *out, const int *in, int n) {
  Words s = {{0, 0}, out};
  int *all = &s.words[0], *words = s.words;
  words = reinterpret_cast<int *>(&s.words);
  for (int k = 0; k < n; ++k)
    words[k] = in[k];
  s.target[threadIdx.x] = all[0];
}

__global__ void in_a_loop(float *out, const int *in, int n) {
  Words s = {{0, 0}, out};
  int *words = s.words;
  for (int k = 0; k < n; ++k) {
    words[k] = in[k];
    words = reinterpret_cast<int *>(&s);
  }
  s.target[threadIdx.x] = 1;
}
