// Arrays that are members of an object in registers: an index that is computed
// leads to an element of the array, never to the members beside it.
//
// RUN: facts %s --grid 1 --block 32 | FileCheck %s

struct Scan {
  const float *data;
  int starts[4];
  float segment[4];
  const float *more;
};

// Four rows of 32 floats, each 4 sectors, and once more the first.
//
// CHECK-LABEL: kernel beside modelled
// CHECK: load s.data[s.starts[i] + threadIdx.x] global 4 B warps 4 lanes 128 sectors 16 {{.*}} exact
// CHECK: load *s.more global 4 B warps 1 lanes 32 sectors 4 {{.*}} exact
__global__ void beside(const float *in, float *out) {
  Scan s;
  s.data = in;
  s.more = in + threadIdx.x;
  for (int i = 0; i < 4; ++i)
    s.starts[i] = 32 * i;
  for (int i = 0; i < 4; ++i)
    s.segment[i] = s.data[s.starts[i] + threadIdx.x];
  float sum = *s.more;
  for (int i = 0; i < 4; ++i)
    sum += s.segment[i];
  out[threadIdx.x] = sum;
}

// A member of an element, and an array of the elements of another one.
struct Pair {
  int first, second[2];
};
struct Table {
  Pair pairs[2];
  const float *data;
};

// CHECK-LABEL: kernel nested modelled
// CHECK: load t.data[threadIdx.x] global 4 B warps 1 lanes 32 sectors 4 {{.*}} exact
__global__ void nested(const float *in, float *out, int n) {
  Table t;
  t.data = in;
  for (int i = 0; i < 2; ++i) {
    t.pairs[i].first = n;
    for (int k = 0; k < 2; ++k)
      t.pairs[i].second[k] = i + k;
  }
  out[threadIdx.x] = t.data[threadIdx.x] + t.pairs[n % 2].second[n % 2] +
                     t.pairs[n % 2].first;
}

// A pointer to an element may go anywhere in the object.
//
// CHECK-LABEL: kernel by_pointer
// CHECK-NOT: load s.data[threadIdx.x] {{.*}} exact
__global__ void by_pointer(float *out, int n) {
  struct {
    float a[40];
    const float *data;
  } s;
  s.data = out;
  float *p = &s.a[n % 4];
  for (int i = 0; i < 4; ++i)
    p[i + n] = 1;
  out[threadIdx.x] = s.data[threadIdx.x];
}
