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
// Sums of such a pointer and a number are such pointers.
// CHECK: kernel sums modelled
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
// So are structs, words that are signed and not, and members of unions; a cast to
// what is wider than an element leads on, too: nobody knows what is there.
// CHECK-COUNT-4: store out[s.stride * threadIdx.x] {{.*}} bounded {{.*}} address not known
//
// A pointer that has moved on is not the array that begins there, nor is one that
// was read as another type than it was written.
// CHECK: kernel moved modelled
// CHECK: store s.target[threadIdx.x] {{.*}} bounded {{.*}} address not known
// CHECK: kernel other_type modelled
// CHECK: store out[s.stride * threadIdx.x] {{.*}} bounded {{.*}} address not known
//
// An address that is also that of an element is still that of what it was made of,
// by whatever is done with it, and an element that is taken for something wider
// is as wide.
// CHECK-COUNT-4: store out[s.stride * threadIdx.x] {{.*}} bounded {{.*}} address not known
//
// A pointer that walks through an array that is all of its object loses nothing:
// t[1] stays 2, every second word of 32 is in 8 sectors.
// CHECK: kernel whole modelled
// CHECK: store out[t[1] * threadIdx.x] {{.*}} sectors 8 {{.*}} exact
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

__global__ void sums(float *out, int n) {
  Vector target(out);
  int i = threadIdx.x;
  target.each()[3] = 0;
  float *after = target.each() + 1;
  for (int k = 0; k < n / 64; ++k) {
    *(target.each() + k) = k;
    after[k] = 2;
  }
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

struct Rest {
  float weight;
  int stride;
};
__global__ void into_structs(float *out, int n) {
  struct {
    int a[4];
    Rest rest;
    int stride;
  } s = {{1, 1, 1, 1}, {0, 1}, 1};
  int *p = s.a;
  p[n / 16 - 2] = 8;
  out[s.stride * threadIdx.x] = s.rest.stride;
}
__global__ void into_unsigned(float *out, int n) {
  struct {
    int a[4];
    unsigned stride;
    float weight;
  } s = {{1, 1, 1, 1}, 1, 0};
  int *p = s.a;
  p[n / 32] = 8;
  out[s.stride * threadIdx.x] = 1;
}
__global__ void out_of_unions(float *out, int n) {
  struct {
    union {
      float4 all;
      int a[4];
    };
    int stride;
    float weight;
  } s;
  s.stride = 1;
  int *p = s.a;
  p[n / 32] = 8;
  out[s.stride * threadIdx.x] = 1;
}
__global__ void wider(float *out, int n) {
  struct {
    int a[4];
    double weight;
    int stride;
  } s = {{1, 1, 1, 1}, 0, 1};
  int *p = s.a;
  reinterpret_cast<int4 *>(&p[n / 64])->w = 8;
  out[s.stride * threadIdx.x] = 1;
}

struct Named {
  unsigned char tag[4], name[4];
  float *target;
};
__device__ void put(unsigned char *to, const unsigned char *from, int n) {
  for (int k = 0; k < n; ++k)
    to[k] = from[k];
}
__global__ void moved(float *out, const unsigned char *in, int n) {
  Named s = {{0}, {0}, out};
  s.name[0] = 1;
  unsigned char *c = reinterpret_cast<unsigned char *>(&s);
  c += sizeof s.tag;
  put(c, in, n / 10);
  s.target[threadIdx.x] = s.name[0];
}
__global__ void other_type(float *out, int n) {
  struct {
    int words[2];
    double weight;
    int stride;
  } s = {{0, 0}, 0, 1};
  s.words[0] = 1;
  void *at = &s;
  int *p = *(int **)&at;
  for (int k = 0; k < n / 16; ++k)
    p[k] = 8;
  out[s.stride * threadIdx.x] = 1;
}
struct Cell {
  int value;
};
struct Around {
  float before;
  int a[2];
  double between;
  int stride;
};
__global__ void copied_to(float *out, int n) {
  Around s = {0, {1, 1}, 0, 1};
  const int i = n / 32 + 1, eight = 8;
  if (i < 2)
    s.a[i] = 1;
  memcpy((int *)&s + 1 + i, &eight, sizeof eight);
  out[s.stride * threadIdx.x] = 1;
}
__global__ void by_arrow(float *out, int n) {
  Around s = {0, {1, 1}, 0, 1};
  const int i = n / 32 + 1;
  if (i < 2)
    s.a[i] = 1;
  Cell *cells = (Cell *)&s + 1;
  (cells + i)->value = 8;
  out[s.stride * threadIdx.x] = 1;
}
__global__ void copied_pointer(float *out, int n) {
  Around s = {0, {1, 1}, 0, 1};
  int *first = s.a, *p;
  first[0] = 1;
  void *at = (int *)&s + 1;
  memcpy(&p, &at, sizeof p);
  p[n / 32 + 1] = 8;
  out[s.stride * threadIdx.x] = 1;
}
__global__ void as_wider(float *out, int n) {
  struct {
    float a[2];
    double between;
    int stride;
  } s = {{0, 0}, 0, 1};
  reinterpret_cast<float4 (&)[2]>(s.a[n / 128 - 1])[1].x = 8;
  out[s.stride * threadIdx.x] = 1;
}

__global__ void whole(float *out, int n) {
  int t[4] = {2, 2, 2, 2}, *p = t;
  p[n / 64] = 2;
  *p++ = 2;
  out[t[1] * threadIdx.x] = 1;
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
