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

// A pointer to an element stays in the array, as long as no cast is made of it.
//
// CHECK-LABEL: kernel by_pointer
// CHECK: load s.data[threadIdx.x] global 4 B warps 1 lanes 32 sectors 4 {{.*}} exact
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

// One that is made of the same sum as an element's address as well: the last of
// three words is b, which becomes 8. 4 floats on are 5 sectors.
//
// CHECK-LABEL: kernel as_words modelled
// CHECK: load in[s.b / 2 + threadIdx.x] global 4 B warps 1 lanes 32 sectors 5 {{.*}} exact
__global__ void as_words(const float *in, float *out) {
  struct {
    int a[2], b;
  } s = {};
  int *p = reinterpret_cast<int *>(&s);
  for (int i = 0; i < 3; ++i) {
    if (i < 2)
      s.a[i] = 0;
    p[i] = 4 * i;
  }
  out[threadIdx.x] = in[s.b / 2 + threadIdx.x];
}

// A loop over all elements by way of the first row, and an array at the end that
// stands for more than one element: t[1][1] is 12 and a word beyond tail 4.
//
// CHECK-LABEL: kernel rows_in_one modelled
// CHECK: load in[t[1][1] + threadIdx.x] global 4 B warps 1 lanes 32 sectors 5 {{.*}} exact
__global__ void rows_in_one(const float *in, float *out) {
  int t[2][2] = {};
  for (int i = 0; i < 4; ++i)
    t[0][i] = 4 * i;
  out[threadIdx.x] = in[t[1][1] + threadIdx.x];
}

// CHECK-LABEL: kernel open_end modelled
// CHECK: load in[o.more[1] + threadIdx.x] global 4 B warps 1 lanes 32 sectors 5 {{.*}} exact
__global__ void open_end(const float *in, float *out) {
  struct {
    int tail[1], more[3];
  } o = {};
  for (int i = 0; i < 3; ++i)
    o.tail[i] = 2 * i;
  out[threadIdx.x] = in[o.more[1] + threadIdx.x];
}

// An array to which a template gives one element is that element, and so is an
// array that is read as another type; data stays where it was. A header with one
// element in the text may stand for what follows it: elements 1 and 2 are the two
// words of more, which becomes 2 * 2^32 + 1, and each lane has its own sector.
template <int N> struct Vector {
  int4 parts[N];
};
struct Holder {
  Vector<1> v;
  const float *data;
  float sum;
};
struct Header {
  int n, elements[1];
};
struct Message {
  Header head;
  long more;
};

// CHECK-LABEL: kernel one_of_template modelled
// CHECK: load h.data[threadIdx.x] global 4 B warps 1 lanes 32 sectors 4 {{.*}} exact
__global__ void one_of_template(const float *in, const int4 *from, float *out) {
  Holder h;
  h.data = in;
  for (int i = 0; i < 1; ++i)
    h.v.parts[i] = from[i];
  out[threadIdx.x] = h.data[threadIdx.x] + h.v.parts[0].x;
}

// CHECK-LABEL: kernel other_type modelled
// CHECK: load h.data[threadIdx.x] global 4 B warps 1 lanes 32 sectors 4 {{.*}} exact
__global__ void other_type(const float *in, float *out) {
  Holder h;
  h.data = in;
  for (int i = 0; i < 8; ++i)
    ((short *)h.v.parts)[i] = i;
  out[threadIdx.x] = h.data[threadIdx.x] + h.v.parts[0].x;
}

// CHECK-LABEL: kernel header modelled
// CHECK: store out[m.more * threadIdx.x] global {{.*}} sectors 32 {{.*}} exact
__global__ void header(float *out) {
  Message m;
  m.more = 0;
  for (int i = 0; i < 3; ++i)
    m.head.elements[i] = i;
  out[m.more * threadIdx.x] = 1;
}

// What is wider than an element may reach into the next member: b[1] is then 4 or 10.
// So may an array that is given more elements by a cast, and one whose single
// element a macro counts.
//
// CHECK-LABEL: kernel wider modelled
// CHECK: store out[t.b[1] * threadIdx.x] global {{.*}} sectors {{1\.\.32|16}} {{.*}}
// CHECK-LABEL: kernel more_elements modelled
// CHECK: store out[t.b[1] * threadIdx.x] global {{.*}} sectors {{1\.\.32|32}} {{.*}}
#define ANY_SIZE 1
struct Two {
  int a[4], b[4];
  float sum;
};
__global__ void wider(float *out) {
  Two t = {{1, 1, 1, 1}, {1, 1, 1, 1}, 0};
  for (int i = 0; i < 4; ++i)
    ((int2 *)t.a)[i] = {2 * i, 2 * i};
  out[t.b[1] * threadIdx.x] = 1;
}
__global__ void more_elements(float *out) {
  Two t = {{1, 1, 1, 1}, {1, 1, 1, 1}, 0};
  for (int i = 0; i < 8; ++i)
    reinterpret_cast<int(&)[8]>(t.a)[i] = 2 * i;
  out[t.b[1] * threadIdx.x] = 1;
}

// CHECK-LABEL: kernel counted_by_macro modelled
// CHECK: store out[v.y * threadIdx.x] global {{.*}} sectors {{1\.\.32|8}} {{.*}}
__global__ void counted_by_macro(float *out) {
  struct {
    int x[ANY_SIZE];
    int y;
    float sum;
  } v = {{1}, 1, 0};
  for (int i = 0; i < 2; ++i)
    v.x[i] = 2 * i;
  out[v.y * threadIdx.x] = 1;
}
